#include "class_pages/class_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "class_pages/class_parts.h"
#include "pages/html_assets.h"
#include "pages/html_digest.h"
#include "report/html_text.h"

namespace warpgrade {
namespace html {
namespace {

std::string class_head(const ClassSummary& summary) {
  std::string labs;
  for (const std::string& lab : summary.labs) labs += (labs.empty() ? "" : ", ") + lab;
  const std::string styles = std::string(style_sheet()) + std::string(class_style_sheet());
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '{}'; "
      "script-src '{}'; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<title>{}: {}</title>\n<style>{}</style>\n<script>{}</script>\n</head>\n",
      csp_hash(styles), csp_hash(class_script()),
      escaped(summary.title.empty() ? "Class" : summary.title), escaped(labs), styles,
      class_script());
}

struct Numbers {
  std::size_t students = 0, grades = 0, earlier = 0, full = 0, lost = 0, half = 0, pending = 0,
              open = 0, flagged = 0, late = 0, absent = 0, unusable = 0;
};

/// Counts of last attempts; open grades, flags and lateness of all attempts.
Numbers summarize_numbers(const ClassSummary& summary) {
  Numbers n;
  std::set<std::string_view> students;
  for (const ClassRow& row : summary.rows) {
    students.insert(row.student);
    for (const std::string& other : row.others) students.insert(other);
    n.open += row.open;
    n.flagged += row.flagged;
    n.late += row.late;
    n.absent += row.absent;
    n.unusable += row.unusable;
    n.earlier += !row.last;
    if (!row.last || !row.score) continue;
    ++n.grades;
    n.full += *row.score >= *row.most;
    n.lost += lost_points(row);
    n.half += below_half(row);
    n.pending += *row.pending > Points{};
  }
  n.students = students.size();
  return n;
}

std::string tiles(const ClassSummary& summary) {
  const Numbers n = summarize_numbers(summary);
  std::string out = "<dl class=\"tiles\">\n";
  const auto tile = [&](std::size_t number, std::string_view what, std::string_view kind,
                        std::string_view target) {
    const std::string value = grouped(static_cast<long long>(number));
    out += fmt::format("<div><dt>{}</dt><dd{}>{}</dd></div>\n", what,
                       number > 0 && !kind.empty() ? fmt::format(" class=\"{}\"", kind) : "",
                       number > 0 && !target.empty()
                           ? fmt::format("<a href=\"#{}\">{}</a>", target, value)
                           : value);
  };
  tile(n.students, "students", "", "");
  tile(n.grades, "grades", "", "grades");
  tile(n.full, "full marks", "good", "");
  tile(n.lost, "points lost", "", "");
  tile(n.half, "below half", "bad", "");
  tile(n.pending, "with points pending", "open", "");
  tile(n.flagged, "flagged", "bad", "flags");
  tile(n.open, "open: the grader failed", "ours", "open");
  if (!summary.requests.empty())
    tile(summary.requests.size(), "regrade requests", "open", "requests");
  if (n.unusable > 0) tile(n.unusable, "handed in, not gradable", "bad", "grades");
  if (n.absent > 0) tile(n.absent, "nothing handed in", "", "grades");
  if (n.late > 0) tile(n.late, "late", "open", "");
  if (n.earlier > 0) tile(n.earlier, "earlier attempts", "", "");
  if (!summary.unmatched.empty()) tile(summary.unmatched.size(), "not matched", "bad", "unmatched");
  if (summary.remaining > 0) tile(summary.remaining, "not graded yet", "bad", "");
  return out + "</dl>\n";
}

std::string class_foot(const ClassSummary& summary) {
  return fmt::format(
      "<footer><p>Run of {} (backend {}, {}), seed {}. Statistics are of each student’s last "
      "attempt at a lab; a group counts once.{}</p></footer>\n",
      escaped(summary.started), escaped(summary.backend), escaped(summary.real), summary.seed,
      summary.remaining > 0
          ? fmt::format(" The run was stopped: {} left.", many(summary.remaining, "grade"))
          : "");
}

}  // namespace
}  // namespace html

std::string class_page(const ClassSummary& summary) {
  using namespace html;
  std::string out = class_head(summary);
  out += "<body class=\"class\">\n";
  if (!summary.rows.empty()) out += "<a class=\"skip\" href=\"#grades\">To the grades</a>\n";
  out += "<header>\n";
  std::string labs;
  for (const std::string& lab : summary.labs) labs += (labs.empty() ? "" : ", ") + escaped(lab);
  const std::string title = summary.title.empty() ? "" : escaped(summary.title) + ": ";
  out += fmt::format("<h1>{}{}</h1>\n", title, labs.empty() ? "no grades yet" : labs);
  out += tiles(summary);
  const std::pair<std::string_view, std::string> parts[] = {{"look", class_attention(summary)},
                                                            {"points", class_points(summary)},
                                                            {"mistakes", class_mistakes(summary)},
                                                            {"speed", class_speed(summary)},
                                                            {"grades", class_table(summary)}};
  constexpr std::string_view titles[] = {"To look at", "Points", "Mistakes", "Speed", "Grades"};
  out += "<nav aria-label=\"Parts\"><ul>\n";
  for (std::size_t i = 0; i < std::size(parts); ++i)
    if (!parts[i].second.empty())
      out += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", parts[i].first, titles[i]);
  if (summary.similar) out += "<li><a href=\"similar.html\">Similar submissions</a></li>\n";
  out += "<li><a href=\"grades.csv\">grades.csv</a></li>\n</ul></nav>\n</header>\n<main>\n";
  for (const auto& [id, part] : parts) out += part;
  return out + "</main>\n" + class_foot(summary) + "</body>\n</html>\n";
}

}  // namespace warpgrade
