#include "report/html_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "lab/finding_kind.h"
#include "report/cause_text.h"
#include "report/html_text.h"

namespace warpgrade::html {
namespace {

// `elsewhere`: why right values are no excuse, or "".
std::string finding_item(const GradeResult& grade, std::size_t t, std::size_t f,
                         std::string_view elsewhere, Places& places, const Notes& notes) {
  const Finding& finding = grade.tasks[t].findings[f];
  const bool error = finding.level == "error";
  std::string out = fmt::format("<li class=\"finding {}\" id=\"{}\"><p>",
                                error ? "error" : "advice", finding_id(t, f));
  out += fmt::format("<strong>{}{}</strong> ", error ? "" : "advice: ", escaped(finding.kind));
  const std::string& anchor = notes.anchor(t, f);
  std::string where = finding.file;
  if (finding.line > 0) where += ":" + std::to_string(finding.line);
  if (!anchor.empty())
    out += fmt::format("<a href=\"#{}\">{}</a>: ", anchor, escaped(where));
  else if (!finding.file.empty())
    out += places.link(finding.file, finding.line) + ": ";
  out += places.linked(words_of(finding)) + "</p>";
  if (!elsewhere.empty()) out += "<p>The values are right, but " + escaped(elsewhere) + "</p>";
  std::string about;
  if (!finding.kernel.empty()) about += "in <code>" + escaped(finding.kernel) + "</code>";
  if (finding.count > 1)
    about += (about.empty() ? "" : " · ") + grouped(finding.count) + "\u00A0times";
  if (!finding.other_file.empty())
    about += (about.empty() ? "" : " · ") +
             ("the other party: " + places.link(finding.other_file, finding.other_line));
  const std::string page = page_link(grade, page_of_cause(finding.cause.id));
  if (!page.empty()) about += (about.empty() ? "" : " · ") + page;
  if (!about.empty()) out += "<p class=\"about\">" + about + "</p>";
  return out + "</li>\n";
}

}  // namespace

std::string findings(const GradeResult& grade, std::size_t t, Places& places, const Notes& notes) {
  const TaskResult& task = grade.tasks[t];
  if (task.findings.empty()) return "";
  const bool right = !task.cases.empty() &&
                     std::all_of(task.cases.begin(), task.cases.end(),
                                 [](const CaseResult& c) { return c.verdict == Verdict::ok; });
  std::set<std::string_view> excused;  // kinds
  std::string out = "<h3>Findings</h3>\n<ul class=\"findings\">\n";
  // Errors first, whatever the order in the result.
  for (const bool error : {true, false})
    for (std::size_t f = 0; f < task.findings.size(); ++f) {
      const Finding& finding = task.findings[f];
      if ((finding.level == "error") != error) continue;
      const FindingKind* const kind = finding_kind(finding.kind);
      std::string_view elsewhere;
      if (error && right && kind != nullptr && excused.insert(kind->name).second)
        elsewhere = kind->elsewhere;
      out += finding_item(grade, t, f, elsewhere, places, notes);
    }
  return out + "</ul>\n";
}

std::string findings_in_words(const std::vector<Finding>& findings) {
  const auto errors = std::count_if(findings.begin(), findings.end(),
                                    [](const Finding& f) { return f.level == "error"; });
  const auto advice = static_cast<std::ptrdiff_t>(findings.size()) - errors;
  std::string text;
  if (errors > 0) text = many(static_cast<std::size_t>(errors), "finding");
  if (advice > 0) text += fmt::format("{}{} advice", text.empty() ? "" : ", ", advice);
  return text;
}

}  // namespace warpgrade::html
