// The mistakes of a class, grouped.
#include <fmt/format.h>

#include <vector>

#include "class_pages/class_parts.h"
#include "report/html_text.h"

namespace warpgrade::html {
namespace {

std::string mistake_item(const ClassSummary& summary, const Mistake& mistake) {
  constexpr std::size_t most_text = 600;
  std::string tasks, places;
  for (const std::string& task : mistake.tasks) tasks += (tasks.empty() ? "" : ", ") + task;
  for (const MistakePlace& place : mistake.places) {
    const std::string at =
        place.file.empty() || place.line <= 0 ? "" : fmt::format(" {}:{}", place.file, place.line);
    places += (places.empty() ? "" : ", ") +
              student_link(summary.rows[place.row], at, place.file, place.line);
  }
  if (mistake.students > mistake.places.size())
    places += fmt::format(" and {} more", mistake.students - mistake.places.size());
  return fmt::format(
      "<li class=\"mistake\"><p><strong class=\"{}\">{}</strong> <span class=\"count\">{}</span> "
      "<span class=\"quiet\">{}</span></p><p class=\"detail\">{}</p><p class=\"about\">{}</p>"
      "</li>\n",
      mistake.advice ? "advice" : "bad", escaped(mistake.kind), many(mistake.students, "student"),
      escaped(tasks), escaped(beginning(mistake.text, most_text)), places);
}

}  // namespace

std::string class_mistakes(const ClassSummary& summary) {
  if (summary.mistakes.empty()) return "";
  std::string out =
      "<section id=\"mistakes\"><h2>Mistakes</h2>\n<p class=\"legend\">Mistakes that "
      "differ only in numbers are grouped; one student's text is shown. Each student counts once, "
      "links lead to the line.</p>\n";
  for (const std::string& lab : summary.labs) {
    std::vector<std::string> errors, advice;
    for (const Mistake& mistake : summary.mistakes)
      if (mistake.lab == lab)
        (mistake.advice ? advice : errors).push_back(mistake_item(summary, mistake));
    if (errors.empty() && advice.empty()) continue;
    out += fmt::format("<h3>{}</h3>\n", escaped(lab));
    if (!errors.empty()) out += folded_list(errors, 8, "more mistake");
    if (!advice.empty()) {
      out += fmt::format("<details><summary>What costs time, {}</summary>\n<ul class=\"plain\">\n",
                         many(advice.size(), "kind"));
      for (const std::string& item : advice) out += item;
      out += "</ul></details>\n";
    }
  }
  return out + "</section>\n";
}

}  // namespace warpgrade::html
