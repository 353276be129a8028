#include "pages/html.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "pages/cause_text.h"
#include "pages/html_assets.h"
#include "pages/html_cases.h"
#include "pages/html_digest.h"
#include "pages/html_findings.h"
#include "pages/html_notes.h"
#include "pages/html_places.h"
#include "pages/html_source.h"
#include "pages/html_task.h"
#include "report/document/compiler.h"
#include "report/document/document.h"
#include "report/html_heat.h"
#include "report/html_text.h"

namespace warpgrade {
namespace html {
namespace {

std::string head(const GradeResult& grade, const LivePage* live) {
  const std::string title =
      fmt::format("{}: {}{}", grade.lab, grade.submission,
                  grade.checked_only
                      ? std::string()
                      : fmt::format(", {} / {}", grade.score().text(), grade.max_score().text()));
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '{}'; "
      "script-src '{}'{}; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<title>{}</title>\n<style>{}</style>\n</head>\n",
      csp_hash(style_sheet()), csp_hash(script()),
      live ? fmt::format(" '{}'; connect-src 'self'", csp_hash(live->script)) : "", escaped(title),
      style_sheet());
}

// Earned, pending, lost and unwritten points as parts of one bar. The numbers next to it say the
// same.
std::string bar(const Document& document, Points max_score) {
  const double all = max_score.value();
  if (!(all > 0)) return "";
  const double earned = 100 * document.score.value() / all;
  const double open = 100 * document.pending.value() / all;
  const double unwritten = 100 * document.unwritten.value() / all;
  return fmt::format(
      "<svg class=\"bar\" viewBox=\"0 0 100 1\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
      "<rect class=\"unwritten\" width=\"100\" height=\"1\"/><rect class=\"lost\" "
      "width=\"{:.2f}\" height=\"1\"/><rect class=\"pending\" width=\"{:.2f}\" "
      "height=\"1\"/><rect class=\"earned\" width=\"{:.2f}\" height=\"1\"/></svg>\n",
      100 - unwritten, earned + open, earned);
}

/// The place where personalize_page() inserts the student.
const std::string owner_place = "<p class=\"whose\"></p>\n";

std::string score(const GradeResult& grade, const Document& document) {
  if (grade.checked_only) return "<p>Findings and costs only: nothing is graded.</p>\n";
  // Pending points are shown next to earned ones, because they are not lost.
  std::string out =
      fmt::format("<p class=\"score\"><strong>{}</strong>{} / {}", document.score.text(),
                  pending_part(document.pending), grade.max_score().text());
  if (document.lost > Points{})
    out += fmt::format(" <span class=\"bad\">{} lost</span>", document.lost.text());
  if (document.unwritten > Points{})
    out +=
        fmt::format(" <span class=\"quiet\">{} not written yet</span>", document.unwritten.text());
  return out + "</p>\n" + bar(document, grade.max_score());
}

std::string check_in_words(const GradeResult& grade) {
  std::size_t watched = 0;
  std::vector<Finding> findings;
  for (const TaskResult& task : grade.tasks) {
    watched += task.check.cases.empty() ? 0 : 1;
    findings.insert(findings.end(), task.findings.begin(), task.findings.end());
  }
  if (watched == 0) return "it did not run: no memory access was watched";
  const std::string where =
      watched == grade.tasks.size()
          ? (watched == 1 ? std::string("the task") : fmt::format("all {} tasks", watched))
          : fmt::format("{} of {} tasks", watched, grade.tasks.size());
  return fmt::format("every memory access watched in {}, {}", where,
                     findings.empty() ? "nothing found" : findings_in_words(findings));
}

/// Where and how the work was graded, at the end of the page.
std::string facts(const GradeResult& grade, const Document& document, bool goes_on) {
  const auto fact = [](std::string_view term, std::string_view value) {
    return fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", escaped(term), escaped(value));
  };
  std::string out = "<section id=\"about\"><h2>About this grade</h2>\n<dl class=\"facts\">\n";
  out += fact("submission", grade.submission);
  out += fact("graded on", document.graded_on + ", in " + std::string(name(grade.real)));
  out += fact("check", goes_on ? "still running" : check_in_words(grade));
  out += fact("seed", std::to_string(grade.seed));
  return out + "</dl>\n</section>\n";
}

/// Notes on what was graded, which the reader should know first.
std::string remarks(const GradeResult& grade, const Document& document) {
  std::string out;
  for (const std::string& remark : grade.remarks)
    out += "<p class=\"open\">Note: " + escaped(remark) + ".</p>\n";
  if (!document.unchanged.empty())
    out += "<p class=\"quiet\">" + escaped(document.unchanged) + "</p>\n";
  return out;
}

std::string open_part(const Document& document) {
  std::string out;
  for (const Remark& remark : document.open)
    out += fmt::format("<p{}>{}</p>\n", remark.more ? " class=\"more\"" : "",
                       escaped(remark.lead + remark.text));
  return out.empty() ? out : "<div class=\"open-points\">\n" + out + "</div>\n";
}

std::string next(const NextStep& step, Places& places) {
  if (step.sentence.empty())
    return "<p class=\"next\"><strong class=\"good\">Full marks.</strong> Well done.</p>\n";
  std::string out =
      "<div class=\"next\"><p><strong>Next:</strong> " + places.linked(step.sentence) + "</p>\n";
  if (!step.command.empty())
    out += command_line(step.command, "Command for the smallest failing case");
  return out + "</div>\n";
}

std::string compiler(const GradeResult& grade, const std::vector<CompilerMessage>& messages,
                     Places& places) {
  if (grade.compiler_output.empty()) return "";
  constexpr std::size_t most = 64 * 1024, most_messages = 20, most_quoted = 3;
  const bool errors = std::any_of(messages.begin(), messages.end(),
                                  [](const CompilerMessage& m) { return m.error; });
  std::string out = "<section class=\"compiler\" id=\"compiler\"><h2>The compiler</h2>\n<ul>\n";
  for (std::size_t i = 0; i < std::min(messages.size(), most_messages); ++i) {
    const CompilerMessage& m = messages[i];
    const std::string place = places.link(m.file, m.line);
    const Bug bug = make_bug(m, grade.sources);
    out += fmt::format("<li>{}{}<strong class=\"{}\">{}</strong>: {}", place,
                       place.empty() ? "" : ": ", m.error ? "bad" : "open",
                       m.error ? "error" : "warning", escaped(describe(m.cause)));
    for (const std::string& note : m.notes) out += "<p>" + escaped(note) + "</p>";
    if (!bug.hint.empty()) out += "<p>" + escaped(bug.hint) + "</p>";
    if (i < most_quoted) out += quote(bug, grade.sources);
    out += "</li>\n";
  }
  if (messages.size() > most_messages)
    out += fmt::format("<li>and {} more</li>\n", messages.size() - most_messages);
  out += fmt::format(
      "</ul>\n<details{}><summary>All that it wrote</summary><pre class=\"printed\" "
      "tabindex=\"0\">\n"
      "{}</pre></details></section>\n",
      errors && messages.empty() ? " open" : "", escaped(beginning(grade.compiler_output, most)));
  return out;
}

std::string tasks(const GradeResult& grade, const Document& document, Places& places,
                  const Notes& notes) {
  std::string out;
  // A single task's section says everything.
  if (document.tasks.size() > 1) {
    out += "<section id=\"tasks\"><h2>Tasks</h2>\n<ol class=\"tasks\">\n";
    for (std::size_t t = 0; t < document.tasks.size(); ++t)
      out += task_item(grade, document.tasks[t], t);
    out += "</ol></section>\n";
  }
  out += compiler(grade, document.compiler, places);
  for (std::size_t t = 0; t < document.tasks.size(); ++t)
    out += task_section(grade, document.tasks[t], t, places, notes);
  return out;
}

std::string sources(const GradeResult& grade, Places& places, const Notes& notes) {
  if (grade.sources.empty()) return "";
  const Heat heat(grade);
  const bool any_heat =
      std::any_of(grade.sources.begin(), grade.sources.end(),
                  [&](const auto& file) { return heat.of(file.first) != nullptr; });
  std::string out = "<section id=\"source\"><h2>Source</h2>\n";
  if (any_heat)
    out +=
        "<p class=\"legend\">The columns beside the lines say how much of its kernel's traffic a "
        "line causes: <em class=\"global\">global</em>, of the 32-byte sectors of global memory "
        "that are moved; <em class=\"shared\">shared</em>, of the turns that the banks of shared "
        "memory take. Open the text below a line for all its numbers.</p>\n"
        "<input type=\"checkbox\" id=\"option:numbers\" class=\"numbers\" checked><label "
        "for=\"option:numbers\">numbers below the lines</label>\n";
  out +=
      "<input type=\"checkbox\" id=\"option:wrap\" class=\"wrap\"><label for=\"option:wrap\">wrap "
      "long lines</label>\n";
  // The lab's own file comes first, because students know it.
  PageBudget budget;
  const std::string main_file = grade.lab + ".cu";
  for (const bool main : {true, false})
    for (const auto& [file, text] : grade.sources)
      if ((file == main_file) == main)
        out += source_section(grade, {file, text}, places, notes, heat, budget);
  return out + "</section>\n";
}

std::string foot(const GradeResult& grade) {
  std::string out = "<footer><details><summary>The machine</summary><dl class=\"facts\">\n";
  for (const auto& [key, value] : grade.environment)
    if (key != "machine" || !grade.for_student)
      out += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", escaped(key), escaped(value));
  return out + "</dl></details><p>Graded by Warpgrade.</p></footer>\n";
}

}  // namespace
}  // namespace html

namespace {

/// "2026-11-25T02:24:22Z" becomes "2026-11-25 02:24 UTC"; other text stays.
std::string time_to_read(std::string time) {
  constexpr std::size_t date = 10, minutes = 16;
  if (time.size() < minutes || time[date] != 'T') return time;
  const std::size_t offset = time.find_first_of("+-", minutes);
  const std::string zone = time.back() == 'Z'    ? " UTC"
                           : offset != time.npos ? " (UTC" + time.substr(offset) + ")"
                                                 : "";
  time[date] = ' ';
  time.resize(minutes);
  return time + zone;
}

}  // namespace

std::string personalize_page(std::string page, const PageOwner& owner) {
  using namespace html;
  std::string line = escaped(owner.name);
  if (owner.attempt > 0) line += fmt::format(" · attempt {}", owner.attempt);
  if (!owner.handed_in.empty()) line += " · handed in " + escaped(time_to_read(owner.handed_in));
  if (!owner.graded.empty()) line += " · graded " + escaped(time_to_read(owner.graded));
  const std::string_view place = owner_place;
  const std::string_view open = place.substr(0, place.find("</p>"));
  if (const std::size_t at = page.find(open); at != page.npos) {
    const std::size_t from = at + open.size();
    page.replace(from, page.find("</p>", from) - from, line);
  }
  const std::size_t title = page.find("<title>");
  const std::size_t end = page.find("</title>");
  if (title == page.npos || end == page.npos) return page;
  const std::size_t begin = page.find(": ", title);
  const std::size_t points = page.rfind(", ", end);
  if (begin < points && points < end)
    page.replace(begin + 2, points - begin - 2, escaped(owner.name));
  return page;
}

std::string html_page(const GradeResult& grade, const LivePage* live) {
  using namespace html;
  const Document document = make_document(grade);
  Places places(grade.sources);
  const Notes notes(grade, document, places);
  std::string out = head(grade, live);
  out += "<body>\n";
  if (!grade.sources.empty()) out += "<a class=\"skip\" href=\"#source\">To the source</a>\n";
  if (live)
    out += fmt::format("<p class=\"live\" id=\"live\" role=\"status\">{}</p>\n",
                       escaped(live->status));
  out += "<header>\n";
  out += fmt::format("<h1>{}</h1>\n", escaped(document.title));
  out += owner_place + score(grade, document) + remarks(grade, document);
  if (!grade.checked_only) out += next(document.next, places) + open_part(document);
  out += "</header>\n<main>\n";
  out += tasks(grade, document, places, notes);
  out += causes_section(grade);
  out += sources(grade, places, notes);  // last, when all linked lines are known
  out += facts(grade, document, live && live->goes_on);
  out += "</main>\n" + foot(grade);
  out += fmt::format("<script>{}</script>\n", script());
  if (live) out += fmt::format("<script>{}</script>\n", live->script);
  return out + "</body>\n</html>\n";
}

}  // namespace warpgrade
