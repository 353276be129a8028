#include "pages/html_findings.h"

#include <fmt/format.h>

#include <algorithm>

#include "pages/cause_text.h"
#include "report/html_text.h"

namespace warpgrade::html {
namespace {

std::string finding_item(const GradeResult& grade, std::size_t t, const ToldFinding& told,
                         Places& places, const Notes& notes) {
  const Finding& finding = *told.finding;
  const bool error = finding.level == "error";
  std::string out = fmt::format("<li class=\"finding {}\" id=\"{}\"><p>",
                                error ? "error" : "advice", finding_id(t, told.index));
  out += fmt::format("<strong>{}{}</strong> ", error ? "" : "advice: ", escaped(finding.kind));
  const std::string& anchor = notes.anchor(t, told.index);
  std::string where = finding.file;
  if (finding.line > 0) where += ":" + std::to_string(finding.line);
  if (!anchor.empty())
    out += fmt::format("<a href=\"#{}\">{}</a>: ", anchor, escaped(where));
  else if (!finding.file.empty())
    out += places.link(finding.file, finding.line) + ": ";
  out += places.linked(words_of(finding)) + "</p>";
  if (!told.elsewhere.empty())
    out += "<p>The values are right, but " + escaped(told.elsewhere) + "</p>";
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

std::string findings(const GradeResult& grade, const TaskPart& part, std::size_t t, Places& places,
                     const Notes& notes) {
  std::string out;
  for (const auto* told : {&part.errors, &part.advice})
    for (const ToldFinding& f : *told) out += finding_item(grade, t, f, places, notes);
  return out.empty() ? out : "<h3>Findings</h3>\n<ul class=\"findings\">\n" + out + "</ul>\n";
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
