// Every grade of a class as a table; the page's script sorts, searches and filters it.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "class_pages/class_parts.h"
#include "findings/verdict.h"
#include "report/html_text.h"

namespace warpgrade::html {
namespace {

struct Columns {
  bool absent = false, unusable = false, sections = false, attempts = false, late = false,
       names = false;
};

std::string_view css_class(const std::string& verdict) {
  const auto known = parse_verdict(verdict);
  if (!known) return "quiet";
  if (*known == Verdict::grader_error) return "ours";
  return is_open(*known) ? "open" : "bad";
}

/// "race dot_mutex, compile-error 3 of 4": without tasks that are ok.
std::string verdict_cell(const ClassRow& row) {
  if (row.absent) return "<span class=\"quiet\">nothing handed in</span>";
  if (row.unusable)
    return "<span class=\"bad\">not gradable</span> " + escaped(beginning(row.cause, 200));
  if (row.open) return "<span class=\"ours\">open</span> " + escaped(beginning(row.cause, 200));
  std::map<std::string, std::pair<std::size_t, std::string>> tasks;
  for (const auto& [task, verdict] : row.verdicts) {
    if (verdict == "ok") continue;
    auto& [count, names] = tasks[verdict];
    ++count;
    names += (names.empty() ? "" : ", ") + task;
  }
  if (row.verdicts.empty()) return escaped(beginning(row.cause, 200));
  if (tasks.empty()) return "<span class=\"good\">ok</span>";
  std::string out;
  for (const auto& [verdict, group] : tasks) {
    const auto& [count, names] = group;
    out += fmt::format("{}<span class=\"{}\">{}</span> {}", out.empty() ? "" : ", ",
                       css_class(verdict),
                       verdict == "not-written" ? "not written yet" : escaped(verdict),
                       count == row.verdicts.size() && count > 1 ? "in all"
                       : count > 2 ? fmt::format("{} of {}", count, row.verdicts.size())
                                   : escaped(names));
  }
  return out;
}

/// "+2 by hand, 3 comments, takes dot (1).cu as dot.cu".
std::string word_cell(const ClassRow& row) {
  std::string said = row.by_hand.empty() ? "" : row.by_hand + " by hand";
  if (row.comments > 0) said += (said.empty() ? "" : ", ") + many(row.comments, "comment");
  if (!row.open && !row.verdicts.empty() && !row.cause.empty())
    said += (said.empty() ? "" : ", ") + std::string(beginning(row.cause, 200));
  return said.empty() ? "" : " <small>" + escaped(said) + "</small>";
}

/// The keys used by the filters.
std::string marks(const ClassRow& row) {
  std::string letters;
  if (row.open) letters += 'o';
  if (lost_points(row)) letters += 'l';
  if (below_half(row)) letters += 'h';
  if (row.pending && *row.pending > Points{}) letters += 'p';
  if (row.flagged) letters += 'f';
  if (row.late) letters += 't';
  if (row.absent) letters += 'n';
  if (row.unusable) letters += 'u';
  if (!row.last) letters += 'e';
  return letters;
}

/// A name in its own direction of writing; a long one takes three lines at most.
std::string clamped(const std::string& name) {
  return (name.size() > 60 ? "<bdi class=\"long\">" : "<bdi>") + escaped(name) + "</bdi>";
}

std::string name_cell(const ClassRow& row) {
  std::string out = clamped(row.name);
  if (row.others.empty()) return out;
  std::string with;
  for (const std::string& other : row.other_names) with += (with.empty() ? "" : ", ") + other;
  if (!row.team.empty()) with += " (" + row.team + ")";
  return out + " <small>with " + escaped(with) + "</small>";
}

void add_row(std::string& out, const ClassRow& row, const Columns& columns) {
  out += "<tr data-k=\"" + marks(row) + "\"><th scope=\"row\">";
  const std::string id = clamped(row.student);
  out += row.report.empty() ? id
                            : "<a href=\"" + percent_encode(row.report) + ".html\">" + id + "</a>";
  out += "</th>";
  if (columns.names) out += "<td>" + name_cell(row) + "</td>";
  if (columns.sections) out += "<td>" + escaped(row.section) + "</td>";
  out += "<td>" + escaped(row.lab) + "</td>";
  if (columns.attempts)
    out += "<td class=\"num\">" + (row.absent || row.unusable ? "" : std::to_string(row.attempt)) +
           "</td>";
  if (row.score) {
    out += "<td class=\"num points\">" + row.score->text() + "<small> / " + row.most->text() +
           "</small></td><td class=\"num\">";
    if (*row.most > Points{})
      out += std::to_string(100 * row.score->hundredths() / row.most->hundredths());
    out +=
        "</td><td class=\"num\">" + (*row.pending > Points{} ? row.pending->text() : "") + "</td>";
  } else {
    out += "<td class=\"num points\"></td><td class=\"num\"></td><td class=\"num\"></td>";
  }
  if (columns.late)
    out += row.late ? "<td><span class=\"open\">late</span>" +
                          (row.late_cost.empty()
                               ? ""
                               : " <small>" + html::escaped(row.late_cost) + "</small>") +
                          "</td>"
                    : "<td></td>";
  out += "<td>" + verdict_cell(row) + word_cell(row) + "</td></tr>\n";
}

std::string controls(const ClassSummary& summary, const Columns& columns) {
  std::string out =
      "<div class=\"controls\" role=\"search\">\n<label>Search <input type=\"search\" "
      "id=\"search\" placeholder=\"name, id, verdict …  ( / )\" autocomplete=\"off\"></label>\n";
  if (summary.labs.size() > 1) {
    out += "<label>Lab <select id=\"lab\"><option value=\"\">all</option>";
    for (const std::string& lab : summary.labs) out += "<option>" + escaped(lab) + "</option>";
    out += "</select></label>\n";
  }
  out +=
      "<label>Only <select id=\"only\"><option value=\"\">all</option>"
      "<option value=\"l\">points lost</option>"
      "<option value=\"h\">failing: below half, whatever is pending</option>"
      "<option value=\"p\">points pending</option><option value=\"o\">open</option>"
      "<option value=\"f\">flagged</option>";
  if (columns.late) out += "<option value=\"t\">late</option>";
  if (columns.unusable) out += "<option value=\"u\">handed in, not gradable</option>";
  if (columns.absent) out += "<option value=\"n\">nothing handed in</option>";
  out += "</select></label>\n";
  if (columns.attempts)
    out += "<label><input type=\"checkbox\" id=\"earlier\"> earlier attempts too</label>\n";
  return out +
         "<p id=\"count\" role=\"status\"></p>\n<button type=\"button\" id=\"more\" "
         "hidden>show all</button>\n</div>\n";
}

}  // namespace

std::string class_table(const ClassSummary& summary) {
  if (summary.rows.empty()) return "";
  Columns columns;
  for (const ClassRow& row : summary.rows) {
    columns.sections |= !row.section.empty();
    columns.attempts |= row.attempt > 1 || !row.last;
    columns.late |= row.late;
    columns.absent |= row.absent;
    columns.unusable |= row.unusable;
    columns.names |= !row.name.empty() || !row.others.empty();
  }
  std::string out = "<section id=\"grades\"><h2>Grades</h2>\n" + controls(summary, columns) +
                    "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Grades\">\n"
                    "<table id=\"table\"><thead><tr>";
  const auto column = [&](std::string_view title, std::string_view kind, bool number = false) {
    out += fmt::format(
        "<th scope=\"col\" class=\"{}\"{} aria-sort=\"none\"><button type=\"button\">{}</button>"
        "</th>",
        kind, number ? " data-number=\"\"" : "", title);
  };
  column("Student", "c-id");
  if (columns.names) column("Name", "c-name");
  if (columns.sections) column("Section", "c-section");
  column("Lab", "c-lab");
  if (columns.attempts) column("Attempt", "c-number", true);
  column("Points", "c-points", true);
  column("%", "c-share", true);
  column("Pending", "c-number", true);
  if (columns.late) column("Late", "c-late");
  column("Verdicts", "c-verdicts");
  out += "</tr></thead><tbody>\n";
  out.reserve(out.size() + 400 * summary.rows.size());
  for (const ClassRow& row : summary.rows) add_row(out, row, columns);
  return out + "</tbody></table>\n</div></section>\n";
}

}  // namespace warpgrade::html
