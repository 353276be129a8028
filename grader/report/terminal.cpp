#include "report/terminal.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/text.h"
#include "report/document/compiler.h"
#include "report/document/document.h"
#include "report/html_text.h"
#include "report/page.h"
#include "report/task_block.h"

namespace warpgrade {
namespace {

std::string score_in_words(const Page& page, const GradeResult& grade, const Document& document) {
  const bool full = document.score + document.pending == grade.max_score();
  std::string total = "Total  " + paint(page.style(), full ? Tone::good : Tone::strong,
                                        document.score.text() + " / " + grade.max_score().text());
  if (document.pending > Points{})
    total += ", " + paint(page.style(), Tone::open, document.pending.text() + " pending");
  return total;
}

/// The width of the score without color codes.
int score_width(const GradeResult& grade, const Document& document) {
  Style plain;
  plain.colour = false;
  return columns(score_in_words(Page(plain), grade, document));
}

/// Adds what is graded, where, and the score at the right end: on one line if it fits.
void add_head(Page& page, const GradeResult& grade, const Document& document) {
  const Style& style = page.style();
  const std::string rest = page.safe(" · " + grade.submission + " · " +
                                     std::string(name(grade.real)) + " · " + document.graded_on);
  const std::string title = page.safe(document.title);
  const std::string score = score_in_words(page, grade, document);
  const int room = style.width - columns(title + rest) - score_width(grade, document);
  if (room >= 2) {
    page.line(paint(style, Tone::strong, title) + paint(style, Tone::quiet, rest) +
              std::string(static_cast<std::size_t>(room), ' ') + score);
  } else {
    page.paragraph(0, Tone::strong, title, rest, Tone::quiet);
    page.line(score);
  }
  for (const std::string& remark : grade.remarks)
    page.paragraph(0, Tone::open, "", "Note: " + remark + ".");
  const auto sandbox = grade.environment.find("sandbox");
  if (sandbox != grade.environment.end() && sandbox->second == "none")
    page.paragraph(
        0, Tone::open, "",
        "Nothing was isolated (--no-sandbox): this code could read and write what its user "
        "may, and load what a task forbids.");
}

bool any_compile_error(const GradeResult& grade) {
  return std::any_of(grade.tasks.begin(), grade.tasks.end(),
                     [](const TaskResult& task) { return task.verdict == Verdict::compile_error; });
}

/// Adds a message as compilers do: first the place, then the line with a caret.
void add_message(Page& page, const CompilerMessage& message, const Sources& sources, bool quoted) {
  const Bug bug = make_bug(message, sources);
  const Tone tone = message.error ? Tone::bad : Tone::open;
  std::string place = bug.place();
  if (!place.empty() && message.line > 0 && message.column > 0)
    place += ":" + std::to_string(message.column);
  page.paragraph(2, tone, (place.empty() ? "" : place + ": ") + bug.title, "");
  if (quoted && !bug.quote.empty()) add_quote(page, bug.quote);
  // Show the compiler's own excerpt if the file is not available.
  constexpr std::size_t source_and_caret = 2;
  if (quoted && bug.quote.empty())
    for (std::size_t i = 0; i < std::min(message.excerpt.size(), source_and_caret); ++i)
      page.line("  " + clipped(page.safe(message.excerpt[i]), page.style().width - 2,
                               page.style().unicode));
  if (!bug.text.empty()) page.paragraph(4, Tone::plain, "", bug.text);
  const bool drawn = quoted && bug.hint.empty();
  if (!drawn && !message.hint.empty()) page.paragraph(4, Tone::plain, "", message.hint);
}

void add_tasks(Page& page, const GradeResult& grade, const Document& document) {
  page.blank();
  if (is_untouched(grade)) {
    page.paragraph(2, Tone::plain, "", "Nothing is written yet, so nothing is wrong yet.");
    page.blank();
  }
  const Columns widths = columns_for(document.tasks, page.style());
  const bool compiler_shown = any_compile_error(grade) && !grade.compiler_output.empty();
  Named named = withheld(grade);
  for (const TaskPart& part : document.tasks) {
    const TaskResult& task = *part.task;
    const std::size_t before = page.text().size();
    add_task(page, part, widths, compiler_shown && task.verdict == Verdict::compile_error,
             grade.sources, named);
    if (grade.backend == "cpu" && !is_students_fault(task.verdict)) add_slow_cases(page, task);
    const auto lines = std::count(page.text().begin() + static_cast<std::ptrdiff_t>(before),
                                  page.text().end(), '\n');
    // A blank line after a long task; short ones stay together.
    if (lines > 3 && &part != &document.tasks.back()) page.blank();
  }
}

void add_unchanged(Page& page, const Document& document) {
  if (document.unchanged.empty()) return;
  page.blank();
  page.paragraph(2, Tone::quiet, "", document.unchanged, Tone::quiet);
}

void add_open_points(Page& page, const Document& document) {
  if (!document.open.empty()) page.blank();
  for (const Remark& remark : document.open)
    page.paragraph(remark.more ? 4 : 2, remark.tone, remark.lead, remark.text);
}

void add_foot(Page& page, const Document& document) {
  page.blank();
  const NextStep& next = document.next;
  if (next.sentence.empty()) {
    page.paragraph(0, Tone::good, "Full marks.", " Well done.");
    return;
  }
  page.paragraph(0, Tone::strong, "Next:", " " + next.sentence);
  if (page.style().verbose && !next.command.empty()) page.line("  " + page.safe(next.command));
}

}  // namespace

void add_compiler(Page& page, const GradeResult& grade, std::vector<CompilerMessage> messages) {
  const bool failed = any_compile_error(grade);
  std::erase_if(messages, [=](const CompilerMessage& message) { return message.error != failed; });
  if (messages.empty()) {
    if (!failed || grade.compiler_output.empty()) return;
    page.blank();  // a compiler with an unknown message format
    std::size_t end = 0;
    for (int lines = 0; lines < 5 && end < grade.compiler_output.size(); ++lines)
      end = std::min(grade.compiler_output.find('\n', end), grade.compiler_output.size() - 1) + 1;
    page.paragraph(2, Tone::plain, "", grade.compiler_output.substr(0, end));
    return;
  }
  if (!failed && grade.score() + grade.pending() == grade.max_score()) return;

  page.blank();
  const std::size_t most = page.style().verbose ? messages.size() : failed ? 3 : 2;
  const std::size_t shown = std::min(messages.size(), most);
  for (std::size_t i = 0; i < shown; ++i)
    add_message(page, messages[i], grade.sources, failed && i == 0);
  if (messages.size() > shown)
    page.line("  " + page.in(Tone::quiet, "and " + many(messages.size() - shown,
                                                        failed ? "more error" : "more warning")));
}

std::string render(const GradeResult& grade, const Style& style) {
  const Document document = make_document(grade);
  Page page(style);
  add_head(page, grade, document);
  add_compiler(page, grade, document.compiler);
  add_tasks(page, grade, document);
  add_unchanged(page, document);
  add_open_points(page, document);
  add_foot(page, document);
  return page.text();
}

}  // namespace warpgrade
