#include "doctor/report.h"

#include <algorithm>

#include "report/page.h"

namespace warpgrade::doctor {
namespace {

const char* sign(Level level) {
  switch (level) {
    case Level::fit:
      return "✓";
    case Level::remark:
      return "!";
    case Level::unfit:
      return "✗";
  }
  return "";
}

Tone tone(Level level) {
  switch (level) {
    case Level::fit:
      return Tone::good;
    case Level::remark:
      return Tone::open;
    case Level::unfit:
      return Tone::bad;
  }
  return Tone::plain;
}

const char* plain_sign(Level level) {
  return level == Level::fit ? "ok  " : level == Level::remark ? "note" : "BAD ";
}

void add_remark(Page& page, const Remark& remark) {
  const bool unicode = page.style().unicode;
  const std::string mark = unicode ? sign(remark.level) : plain_sign(remark.level);
  // The sign is in the left margin; the sentence wraps next to it.
  const std::string margin = "  " + std::string(static_cast<std::size_t>(columns(mark)), ' ') + " ";
  std::string text = wrapped(page.safe(remark.text), page.style().width, margin, unicode);
  text.replace(0, margin.size(), "  " + paint(page.style(), tone(remark.level), mark) + " ");
  text.pop_back();
  page.line(text);
}

void add_figures(Page& page, const std::vector<Figure>& figures) {
  for (const Figure& figure : figures) {
    if (figure.value.empty())
      page.line("    " + page.in(Tone::strong, figure.label));
    else
      page.line("      " + padded(page.safe(figure.label), 32) + page.safe(figure.value));
  }
}

std::string cell_without_mark(const Page& page, const std::string& cell) {
  return page.safe(cell.rfind('!', 0) == 0 ? cell.substr(1) : cell);
}

std::string cell_text(const Page& page, const std::string& cell, int width) {
  const std::string text = padded(cell_without_mark(page, cell), width);
  return cell.rfind('!', 0) == 0 ? paint(page.style(), Tone::open, text) : text;
}

void add_turned_table(Page& page, const Table& table) {
  int label = 0;
  for (const std::string& head : table.head) label = std::max(label, columns(page.safe(head)));
  for (const auto& row : table.rows) {
    page.line("    " + page.in(Tone::strong, row[0]));
    for (std::size_t c = 1; c < row.size(); ++c)
      page.line("      " + padded(page.safe(table.head[c]), label + 2) +
                cell_text(page, row[c], 0));
  }
}

/// Columns are as wide as needed. A single row that is too wide is printed as a block. Several rows
/// stay a table, which is easier to compare even if it is too wide.
void add_table(Page& page, const Table& table) {
  if (table.rows.empty()) return;
  std::vector<int> widths;
  int all = 2;
  for (std::size_t c = 0; c < table.head.size(); ++c) {
    int width = columns(page.safe(table.head[c]));
    for (const auto& row : table.rows)
      width = std::max(width, columns(cell_without_mark(page, row[c])));
    widths.push_back(width);
    all += width + 2;
  }
  const int most = table.rows.size() > 1 ? std::max(page.style().width, 100) : page.style().width;
  if (all > most + 2) {
    add_turned_table(page, table);
  } else {
    std::string head = "  ";
    for (std::size_t c = 0; c < widths.size(); ++c)
      head += paint(page.style(), Tone::quiet, padded(page.safe(table.head[c]), widths[c])) + "  ";
    page.line(head.substr(0, head.find_last_not_of(' ') + 1));
    for (const auto& row : table.rows) {
      std::string line = "  ";
      for (std::size_t c = 0; c < widths.size(); ++c)
        line += cell_text(page, row[c], widths[c]) + "  ";
      page.line(line.substr(0, line.find_last_not_of(' ') + 1));
    }
  }
  if (!table.note.empty()) page.paragraph(2, Tone::plain, "", table.note, Tone::quiet);
}

const char* verdict_words(Level level) {
  switch (level) {
    case Level::fit:
      return "Fit.";
    case Level::remark:
      return "Fit, with remarks.";
    case Level::unfit:
      return "Not fit.";
  }
  return "";
}

}  // namespace

std::string render(const Machine& machine, const std::vector<Section>& sections,
                   const Style& style) {
  Page page(style);
  page.paragraph(0, Tone::strong, machine.name,
                 ": " + machine.system + ", " + machine.date + " UTC");
  for (const Section& section : sections) {
    page.blank();
    page.line(page.in(Tone::strong, section.title));
    for (const Remark& remark : section.remarks)
      if (remark.level == Level::fit) add_remark(page, remark);
    add_figures(page, section.figures);
    for (const Table& table : section.tables) add_table(page, table);
    for (const Remark& remark : section.remarks)
      if (remark.level != Level::fit) add_remark(page, remark);
  }
  page.blank();
  const Level level = verdict(sections);
  page.paragraph(0, tone(level), verdict_words(level), " " + can_grade(machine));
  const std::vector<std::string> todo = actions(sections);
  if (todo.empty()) return page.text();
  page.blank();
  page.line("What to do:");
  for (std::size_t i = 0; i < todo.size(); ++i) {
    const std::string number = fmt::format("  {}. ", i + 1);
    std::string text = wrapped(page.safe(todo[i]), style.width, number, style.unicode);
    text.pop_back();
    page.line(text);
  }
  return page.text();
}

}  // namespace warpgrade::doctor
