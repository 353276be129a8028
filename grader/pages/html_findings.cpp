#include "pages/html_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/lines.h"
#include "pages/cause_text.h"
#include "pages/html_line.h"
#include "report/html_text.h"

namespace warpgrade::html {
namespace {

constexpr int around = 2;  // context lines around a quoted one

/// The line with its marked parts.
std::string marked(const QuotedLine& line) {
  std::string out;
  std::size_t done = 0;
  for (const Mark& mark : line.marks) {
    if (mark.begin < done || mark.end > line.text.size()) continue;
    append_code(out, std::string_view(line.text).substr(done, mark.begin - done));
    out += "<em class=\"at\">";
    append_code(out, std::string_view(line.text).substr(mark.begin, mark.end - mark.begin));
    out += "</em>";
    done = mark.end;
  }
  append_code(out, std::string_view(line.text).substr(done));
  return out;
}

std::string finding_item(const GradeResult& grade, const TaskPart& part, std::size_t t,
                         const ShownFinding& shown, Places& places, const Notes& notes) {
  const Finding& finding = *shown.finding;
  const bool error = finding.level == "error";
  std::string out = fmt::format("<li class=\"finding {}\" id=\"{}\"><p>",
                                error ? "error" : "advice", finding_id(t, shown.index));
  const Bug bug = make_bug(finding, grade.sources);
  out += fmt::format("<strong>{}</strong> ", escaped(bug.title));
  const std::string& anchor = notes.anchor(t, shown.index);
  std::string where = finding.file;
  if (finding.line > 0) where += ":" + std::to_string(finding.line);
  if (!anchor.empty())
    out += fmt::format("<a href=\"#{}\">{}</a>: ", anchor, escaped(where));
  else if (!finding.file.empty())
    out += places.link(finding.file, finding.line) + ": ";
  Finding shown_finding = finding;
  // The fix below already says what to do.
  if (part.fix && part.fix->whole && error) shown_finding.with_remedy = false;
  out += places.linked(describe(shown_finding)) + "</p>";
  out += quote(bug, grade.sources);
  const bool beside_the_fix =
      part.fix && part.fix->whole && part.evidence.ends_with(shown.elsewhere);
  if (!shown.elsewhere.empty() && !beside_the_fix)
    out += "<p>The values are right, but " + escaped(shown.elsewhere) + "</p>";
  std::string about;
  if (!finding.kernel.empty()) about += "in <code>" + escaped(finding.kernel) + "</code>";
  if (finding.count > 1)
    about += (about.empty() ? "" : " · ") + grouped(finding.count) + "\u00A0times";
  if (!finding.other_file.empty())
    about += (about.empty() ? "" : " · ") +
             ((finding.kind == "use-after-free" ? "freed at " : "conflicts with ") +
              places.link(finding.other_file, finding.other_line));
  const std::string page = page_link(grade, page_for_cause(finding.cause.id));
  if (!page.empty()) about += (about.empty() ? "" : " · ") + page;
  if (!about.empty()) out += "<p class=\"about\">" + about + "</p>";
  return out + "</li>\n";
}

}  // namespace

std::string quote(const Bug& bug, const Sources& sources) {
  const auto source = sources.find(bug.file);
  if (source == sources.end() || bug.quote.empty()) return {};
  std::map<int, const QuotedLine*> quoted;
  std::set<int> shown;
  for (const QuotedLine& line : bug.quote) {
    quoted[line.line] = &line;
    for (int near = line.line - around; near <= line.line + around; ++near)
      if (near >= 1 && near <= count_lines(source->second)) shown.insert(near);
  }
  std::string out = "<pre class=\"quote\" tabindex=\"0\">\n";
  int last = 0;
  for (const int line : shown) {
    if (last > 0 && line > last + 1) out += "<span class=\"quiet\">   …</span>\n";
    last = line;
    const auto here = quoted.find(line);
    out += fmt::format("<span class=\"quiet\">{:>4} </span>", line);
    if (here == quoted.end()) {
      append_code(out, beginning(source_line(source->second, line), longest_line));
      out += '\n';
      continue;
    }
    const bool long_line = here->second->text.size() > longest_line;
    if (long_line)
      append_code(out, beginning(here->second->text, longest_line));
    else
      out += "<strong>" + marked(*here->second) + "</strong>";
    out += '\n';
    for (const Mark& mark : here->second->marks)
      if (!mark.label.empty())
        out +=
            "     <span class=\"says\">↑ <em class=\"at\">" +
            escaped(long_line ? "" : here->second->text.substr(mark.begin, mark.end - mark.begin)) +
            "</em> " + escaped(mark.label) + "</span>\n";
  }
  return out + "</pre>\n";
}

std::string fix(const TaskPart& part, Places& places) {
  if (!part.fix) return {};
  const Fix& f = *part.fix;
  std::string out = fmt::format(
      "<div class=\"fix\"><p><strong class=\"good\">{}</strong> {}{} "
      "<span class=\"quiet\">({})</span></p>\n",
      f.whole ? "Fix" : "Fix in part", places.link(f.file, f.line),
      f.why.empty() ? "" : ": " + places.linked(f.why), escaped(f.result));
  if (f.diffs.empty()) out += "<p>" + places.linked(f.what) + "</p>\n";
  for (const FileDiff& diff : f.diffs) {
    out += "<pre class=\"diff\" tabindex=\"0\">\n";
    for (const DiffLine& line : diff.lines) {
      std::string row = escaped(format_margin(line, 4));
      append_code(row, line.text);
      out += line.kind == DiffLine::Kind::added     ? "<ins>" + row + "</ins>\n"
             : line.kind == DiffLine::Kind::removed ? "<span class=\"gone\">" + row + "</span>\n"
                                                    : row + "\n";
    }
    out += "</pre>\n";
  }
  if (f.whole && !part.evidence.empty()) out += "<p>" + places.linked(part.evidence) + "</p>\n";
  return out + "</div>\n";
}

std::string findings(const GradeResult& grade, const TaskPart& part, std::size_t t, Places& places,
                     const Notes& notes) {
  std::string out;
  for (const auto* shown : {&part.errors, &part.advice})
    for (const ShownFinding& f : *shown) out += finding_item(grade, part, t, f, places, notes);
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
