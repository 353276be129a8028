// The page of a class's statistics.
#include <fmt/format.h>

#include <algorithm>

#include "class_pages/class_numbers.h"
#include "pages/html_assets.h"
#include "pages/html_digest.h"
#include "report/html_text.h"

namespace warpgrade {
namespace html {
namespace {

std::string percent_cell(double share) {
  return fmt::format("<td class=\"num\">{:.0f}</td>", 100 * share);
}

std::string row_cells(const NumbersRow& row, bool items) {
  std::string out = fmt::format("<td class=\"num\">{}</td>", row.grades) + percent_cell(row.mean);
  if (row.kind != "case") out += percent_cell(row.median) + percent_cell(row.deviation);
  if (items)
    out +=
        fmt::format("<td class=\"num\">{}</td><td class=\"num\">{:.1f}</td>",
                    row.discrimination ? fmt::format("{:.2f}", *row.discrimination) : "", row.lost);
  return out;
}

/// A table of the lab's rows of one kind; "" if there are none.
std::string table(const ClassNumbers& numbers, const std::string& lab, const std::string& kind,
                  std::string_view title, std::string_view first) {
  const bool items = kind == "task" || kind == "case";
  constexpr std::size_t shown = 15;  // the others are folded
  std::vector<std::string> rows;
  for (const NumbersRow& row : numbers.rows) {
    const bool whole = kind == "task" && row.kind == "lab";
    if (row.lab != lab || (row.kind != kind && !whole)) continue;
    const std::string name = whole            ? "all tasks"
                             : kind == "case" ? row.task + " " + row.name
                             : kind == "task" ? row.task
                                              : row.name;
    rows.push_back("<tr><th scope=\"row\">" + escaped(name) + "</th>" + row_cells(row, items) +
                   "</tr>\n");
  }
  if (rows.empty()) return "";
  std::string head = fmt::format("<th scope=\"col\">{}</th>", first);
  const auto column = [&](std::string_view name) {
    head += fmt::format("<th scope=\"col\">{}</th>", name);
  };
  column("grades");
  column(kind == "case" ? "right, %" : "mean, %");
  if (kind != "case") {
    column("median, %");
    column("deviation, %");
  }
  if (items) {
    column("discrimination");
    column("points lost");
  }
  const auto part = [&](std::size_t from, std::size_t to) {
    std::string body;
    for (std::size_t i = from; i < to; ++i) body += rows[i];
    return fmt::format(
        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table "
        "class=\"bins\"><thead><tr>{}</tr></thead><tbody>\n{}</tbody></table></div>\n",
        title, head, body);
  };
  const std::size_t top = rows.size() > shown + 1 ? shown : rows.size();
  std::string out = fmt::format("<h3>{}</h3>\n", title) + part(0, top);
  if (top < rows.size())
    out += fmt::format("<details><summary>{} more</summary>\n{}</details>\n", rows.size() - top,
                       part(top, rows.size()));
  return out;
}

std::string pairs_list(const ClassNumbers& numbers, const std::string& lab) {
  std::string out;
  for (const MistakePair& pair : numbers.pairs) {
    if (pair.lab != lab) continue;
    out += fmt::format(
        "<li class=\"mistake\"><p><strong>{} with both</strong> <span class=\"quiet\">{} with the "
        "first, {} with the second, correlation {:.2f}</span></p><p class=\"detail\">{}</p>"
        "<p class=\"detail\">{}</p></li>\n",
        many(pair.both, "student"), pair.in_first, pair.in_second, pair.correlation,
        escaped(beginning(pair.first, 300)), escaped(beginning(pair.second, 300)));
  }
  return out.empty()
             ? ""
             : "<h3>Mistakes that occur together</h3>\n<ul class=\"plain\">\n" + out + "</ul>\n";
}

}  // namespace
}  // namespace html

std::string numbers_page(const ClassNumbers& numbers) {
  using namespace html;
  const std::string styles = std::string(style_sheet()) + std::string(class_style_sheet());
  const std::string title =
      (numbers.title.empty() ? "" : escaped(numbers.title) + ": ") + "numbers";
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '{}'; "
      "base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n<style>{}</style>\n"
      "</head>\n<body class=\"class\">\n<header><h1>{}</h1>\n<p class=\"legend\">Each student’s "
      "grade that counts, before late penalties and points by hand; a group counts once. "
      "Discrimination is the correlation with the rest of the lab: near 0 or below, an item does "
      "not tell strong from weak students.</p></header>\n<main>\n",
      csp_hash(styles), title, styles, title);
  std::string lab;
  for (const NumbersRow& row : numbers.rows) {
    if (row.lab == lab) continue;
    lab = row.lab;
    out += "<section><h2>" + escaped(lab) + "</h2>\n" +
           table(numbers, lab, "task", "Tasks", "task") +
           table(numbers, lab, "case", "Cases, by points lost", "case") +
           table(numbers, lab, "section", "Sections", "section") +
           table(numbers, lab, "time", "Time of the hand-in", "before the due time") +
           pairs_list(numbers, lab) + "</section>\n";
  }
  return out + "</main>\n</body>\n</html>\n";
}

}  // namespace warpgrade
