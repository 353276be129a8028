#include "report/terminal.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "lab/compiler_message.h"
#include "report/next_step.h"
#include "report/open_points.h"
#include "report/page.h"
#include "report/standing.h"
#include "report/task_block.h"

namespace warpgrade {
namespace {

std::string where_graded(const GradeResult& grade) {
  if (grade.backend == "cuda")
    return "on " + (has_gpu(grade) ? grade.environment.at("gpu") : std::string("the GPU"));
  if (grade.backend != "cpu") return "on " + grade.backend;
  return has_gpu(grade) ? "on the CPU engine" : "on the CPU engine (no GPU here)";
}

void add_head(Page& page, const GradeResult& grade) {
  const std::string title = grade.title.empty() ? grade.lab : grade.title;
  page.paragraph(0, Tone::strong, title, ": " + grade.submission);
  page.paragraph(0, Tone::plain, "",
                 "Graded in " + std::string(name(grade.real)) + " " + where_graded(grade) + ".",
                 Tone::quiet);
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

// The compiler's first errors. Warnings only where there are no errors but points were lost: they
// often name the cause of a wrong result.
void add_compiler(Page& page, const GradeResult& grade) {
  const bool failed = any_compile_error(grade);
  std::vector<CompilerMessage> messages = compiler_messages(grade.compiler_output);
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
    page.line("  " + page.in(Tone::quiet, fmt::format("and {} more {}{}", messages.size() - shown,
                                                      failed ? "error" : "warning",
                                                      messages.size() - shown == 1 ? "" : "s")));
}

void add_tasks(Page& page, const GradeResult& grade) {
  page.blank();
  if (is_untouched(grade)) {
    page.paragraph(2, Tone::plain, "", "Nothing is written yet, so nothing is wrong yet.");
    page.blank();
  }
  const Columns widths = columns_for(grade, page.style());
  const bool compiler_shown = any_compile_error(grade) && !grade.compiler_output.empty();
  Named named = withheld(grade);
  for (const TaskResult& task : grade.tasks) {
    const std::size_t before = page.text().size();
    add_task(page, task, widths, compiler_shown && task.verdict == Verdict::compile_error,
             grade.sources, named);
    if (grade.backend == "cpu") add_slow_cases(page, task);
    const auto lines = std::count(page.text().begin() + static_cast<std::ptrdiff_t>(before),
                                  page.text().end(), '\n');
    // Air after a task that has much to say; a list of short ones stays dense.
    if (lines > 3 && &task != &grade.tasks.back()) page.blank();
  }
}

void add_foot(Page& page, const GradeResult& grade) {
  page.blank();
  const Points open = grade.pending();
  const bool full = grade.score() + open == grade.max_score();
  std::string total = "Total  " + paint(page.style(), full ? Tone::good : Tone::strong,
                                        grade.score().text() + " / " + grade.max_score().text());
  if (open > Points{}) total += ", " + paint(page.style(), Tone::open, open.text() + " pending");
  page.line(total);

  const NextStep next = next_step(grade);
  if (next.sentence.empty()) {
    page.paragraph(0, Tone::good, "Full marks.", " Well done.");
    return;
  }
  page.paragraph(0, Tone::strong, "Next:", " " + next.sentence);
  if (!next.command.empty()) page.line("  " + page.safe(next.command));
}

}  // namespace

std::string render(const GradeResult& grade, const Style& style) {
  Page page(style);
  add_head(page, grade);
  add_compiler(page, grade);
  add_tasks(page, grade);
  add_open_points(page, grade);
  add_foot(page, grade);
  return page.text();
}

}  // namespace warpgrade
