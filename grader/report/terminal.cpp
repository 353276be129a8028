#include "report/terminal.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/text.h"
#include "report/document.h"
#include "report/html_text.h"
#include "report/page.h"
#include "report/task_block.h"

namespace warpgrade {
namespace {

void add_head(Page& page, const GradeResult& grade, const Document& document) {
  page.paragraph(0, Tone::strong, document.title, ": " + grade.submission);
  page.paragraph(0, Tone::plain, "",
                 "Graded in " + std::string(name(grade.real)) + " on " + document.graded_on + ".",
                 Tone::quiet);
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

void add_message(Page& page, const CompilerMessage& message, bool with_excerpt) {
  const Tone tone = message.error ? Tone::bad : Tone::open;
  const std::string place = message.place();
  page.paragraph(2, tone,
                 (place.empty() ? "" : place + ": ") + (message.error ? "error" : "warning"),
                 ": " + words_of(message.cause));
  constexpr std::size_t source_and_caret = 2;
  if (!with_excerpt) return;
  for (std::size_t i = 0; i < std::min(message.excerpt.size(), source_and_caret); ++i)
    page.line("  " +
              clipped(page.safe(message.excerpt[i]), page.style().width - 2, page.style().unicode));
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
    if (grade.backend == "cpu") add_slow_cases(page, task);
    const auto lines = std::count(page.text().begin() + static_cast<std::ptrdiff_t>(before),
                                  page.text().end(), '\n');
    // Air after a task that has much to say; a list of short ones stays dense.
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

void add_foot(Page& page, const GradeResult& grade, const Document& document) {
  page.blank();
  const bool full = document.score + document.pending == grade.max_score();
  std::string total = "Total  " + paint(page.style(), full ? Tone::good : Tone::strong,
                                        document.score.text() + " / " + grade.max_score().text());
  if (document.pending > Points{})
    total += ", " + paint(page.style(), Tone::open, document.pending.text() + " pending");
  page.line(total);

  const NextStep& next = document.next;
  if (next.sentence.empty()) {
    page.paragraph(0, Tone::good, "Full marks.", " Well done.");
    return;
  }
  page.paragraph(0, Tone::strong, "Next:", " " + next.sentence);
  if (!next.command.empty()) page.line("  " + page.safe(next.command));
}

}  // namespace

void add_compiler(Page& page, const GradeResult& grade, std::vector<CompilerMessage> messages) {
  const bool failed = any_compile_error(grade);
  std::erase_if(messages, [=](const CompilerMessage& message) { return message.error != failed; });
  if (messages.empty()) {
    if (!failed || grade.compiler_output.empty()) return;
    page.blank();  // a compiler that writes as none we know
    std::size_t end = 0;
    for (int lines = 0; lines < 5 && end < grade.compiler_output.size(); ++lines)
      end = std::min(grade.compiler_output.find('\n', end), grade.compiler_output.size() - 1) + 1;
    page.paragraph(2, Tone::plain, "", grade.compiler_output.substr(0, end));
    return;
  }
  if (!failed && grade.score() + grade.pending() == grade.max_score()) return;

  page.blank();
  const std::size_t most = failed ? 3 : 2;
  const std::size_t shown = std::min(messages.size(), most);
  for (std::size_t i = 0; i < shown; ++i) add_message(page, messages[i], failed && i == 0);
  if (messages.size() > shown)
    page.line("  " + page.in(Tone::quiet, "and " + many(messages.size() - shown,
                                                        failed ? "more error" : "more warning")));
}

std::string render(const GradeResult& grade, const Style& style) {
  const Document document = document_of(grade);
  Page page(style);
  add_head(page, grade, document);
  add_compiler(page, grade, document.compiler);
  add_tasks(page, grade, document);
  add_unchanged(page, document);
  add_open_points(page, document);
  add_foot(page, grade, document);
  return page.text();
}

}  // namespace warpgrade
