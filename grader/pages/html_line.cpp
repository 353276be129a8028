#include "pages/html_line.h"

#include <fmt/format.h>

#include "report/html_text.h"

namespace warpgrade::html {
namespace {

std::string_view css_class(Word word) {
  switch (word) {
    case Word::plain:
      return "";
    case Word::keyword:
      return "k";
    case Word::cuda:
      return "u";
    case Word::comment:
      return "c";
    case Word::text:
      return "s";
    case Word::number:
      return "m";
    case Word::preprocessor:
      return "p";
  }
  return "";
}

std::string folded_rest(std::string_view rest, std::size_t room) {
  constexpr std::size_t most_for_a_byte = 8;  // of HTML, in the worst case
  std::string code;
  append_code(code, rest.substr(0, room));
  std::string_view shown = rest;
  if (code.size() > room || rest.size() > room) {
    shown = beginning(rest, room / most_for_a_byte);
    code.clear();
    append_code(code, shown);
  }
  std::string out;
  if (!shown.empty())
    out = fmt::format(
        "<details class=\"rest\"><summary>{} more bytes of this line</summary>{}</details>\n",
        shown.size(), code);
  if (shown.size() < rest.size())
    out += fmt::format("<p class=\"rest\">{} more bytes of this line are left out here</p>\n",
                       rest.size() - shown.size());
  return out;
}

// The heat cell of a line, with its numbers as a tooltip.
std::string heat_cell(std::string_view column, double share, const LineHeat& heat, bool shared) {
  if (!(share > 0)) return "";
  std::string title;
  for (const Cost& cost : heat.costs)
    if (cost.numbers->is_shared() == shared)
      title += (title.empty() ? "" : "\n") + cost_summary(cost);
  return fmt::format("<span class=\"h {} g{}\" title=\"{}\">{}</span>", column, heat_level(share),
                     escaped(title), escaped(rounded_share(share)));
}

std::string note_block(const GradeResult& grade, const Note& note) {
  std::string out = fmt::format(
      "<div class=\"note {}\" id=\"{}\"><p><strong>{}</strong> ", note.error ? "error" : "advice",
      note.id, escaped(note.error || note.kind == "warning" ? note.kind : "advice: " + note.kind));
  out += note.message + "</p><p class=\"about\">";
  std::string about;
  const auto add = [&](const std::string& part) { about += (about.empty() ? "" : " · ") + part; };
  if (!note.kernel.empty()) add("in <code>" + escaped(note.kernel) + "</code>");
  if (note.count > 1) add(grouped(note.count) + "\u00A0times");
  if (!note.other.empty()) add("the other party: " + note.other);
  for (std::size_t i = 0; i < note.tasks.size(); ++i)
    add(fmt::format("<a href=\"#{}\">↑ {}</a>", note.shown_at[i],
                    escaped(grade.tasks[note.tasks[i]].task)));
  return out + about + "</p></div>";
}

std::string cost_block(const LineHeat& heat) {
  std::string summary, all;
  bool wasteful = false;
  constexpr std::size_t in_summary = 3;
  for (std::size_t i = 0; i < heat.costs.size(); ++i) {
    const Cost& cost = heat.costs[i];
    wasteful = wasteful || is_wasteful(*cost.numbers);
    if (i < in_summary)
      summary +=
          fmt::format("<span class=\"part{}\">{}</span> ",
                      is_wasteful(*cost.numbers) ? " waste" : "", escaped(cost_summary(cost)));
    all += "<li>" + escaped(cost_details(cost)) + "</li>";
  }
  if (heat.costs.size() > in_summary)
    summary +=
        fmt::format("<span class=\"part\">and {} more</span>", heat.costs.size() - in_summary);
  return fmt::format("<details class=\"cost{}\"><summary>{}</summary><ul>{}</ul></details>",
                     wasteful ? " waste" : "", summary, all);
}

}  // namespace

std::string format_code(const std::vector<Piece>& pieces) {
  std::string out;
  for (const Piece& piece : pieces) {
    const std::string_view name = css_class(piece.word);
    if (!name.empty()) out += fmt::format("<span class=\"{}\">", name);
    append_code(out, piece.text);
    if (!name.empty()) out += "</span>";
  }
  return out;
}

std::string line_row(const std::string& id, int number, const std::vector<Piece>& pieces,
                     const AboutLine& about, std::size_t room) {
  std::string_view marks;
  if (about.notes != nullptr) marks = about.notes->front().error ? " has-error" : " has-advice";
  // Only lines with remarks can be reached by the Tab key.
  std::string out =
      fmt::format("<div class=\"l{}\" id=\"{}\"><a class=\"n\" href=\"#{}\"{}>{}</a>", marks, id,
                  id, about.notes != nullptr ? "" : " tabindex=\"-1\"", number);
  if (about.heat != nullptr) {
    out += heat_cell("global", about.heat->global, *about.heat, false);
    out += heat_cell("shared", about.heat->shared, *about.heat, true);
  }
  const std::size_t size = pieces.empty() ? 0
                                          : static_cast<std::size_t>(pieces.back().text.data() +
                                                                     pieces.back().text.size() -
                                                                     pieces.front().text.data());
  out += "<code>";
  const std::size_t most = room > 0 ? longest_line : longest_line / 10;
  if (size <= most) return out + format_code(pieces) + "</code></div>\n";
  const std::string_view line(pieces.front().text.data(), size);
  const std::string_view shown = beginning(line, most);
  append_code(out, shown);
  return out + "</code></div>\n" + folded_rest(line.substr(shown.size()), room);
}

std::string line_remarks(const GradeResult& grade, const AboutLine& about) {
  std::string out;
  if (about.notes != nullptr)
    for (const Note& note : *about.notes) out += note_block(grade, note);
  if (about.heat != nullptr) out += cost_block(*about.heat);
  return out.empty() ? out : "<div class=\"about-line\">" + out + "</div>\n";
}

}  // namespace warpgrade::html
