#include "pages/check_page.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "report/cost_table.h"
#include "report/document/case_groups.h"
#include "report/document/document.h"
#include "report/findings_block.h"
#include "report/html_text.h"
#include "report/page.h"
#include "report/terminal.h"

namespace warpgrade {
namespace {

constexpr std::size_t all_errors = 64, some_advice = 3, most_rows = 24, most_case_names = 4;

void add_kernel(Page& page, const KernelPart& kernel) {
  if (kernel.costs == nullptr) return;
  std::string text;
  for (const auto& [term, value] : kernel.facts)
    text += fmt::format("{} {} {}", text.empty() ? ":" : ";", term, value);
  page.paragraph(4, Tone::strong, kernel.name, text + ".");
  add_cost_table(page, kernel.costs->lines, most_rows);
}

/// Adds how cases ended, unless all are right.
void add_bad_ends(Page& page, const TaskPart& part) {
  constexpr std::size_t most = 2;
  std::size_t shown = 0;
  std::vector<std::string> wrong;
  for (const CaseGroup& group : part.failing) {
    const bool values = group.verdict == Verdict::wrong && !has(group.detail, "cuda.error");
    if (values) {
      wrong.insert(wrong.end(), group.names.begin(), group.names.end());
    } else if (shown++ < most) {
      page.paragraph(4, Tone::bad, name(group.verdict),
                     " in " + listed(group.names, most_case_names));
      if (!group.detail.empty()) page.paragraph(6, Tone::plain, "", describe(group.detail));
    }
  }
  // The grade reports how wrong they are. A fix that explains everything was already listed.
  if (!wrong.empty() && !(part.fix && part.fix->whole))
    page.paragraph(4, Tone::bad, "wrong values", " in " + listed(wrong, most_case_names));
}

void add_checked_task(Page& page, const TaskPart& part, const Sources& sources, Named& named) {
  const TaskResult& task = *part.task;
  const std::size_t errors = part.faults();
  const bool open = part.badge.tone == Tone::open || part.badge.tone == Tone::grader_error;
  const std::string head = "  " + format_sign(page, part.badge) + " ";
  if (errors == 0 && !part.written()) {
    page.line(head + page.in(Tone::plain, task.task) + "  " + std::string(part.badge.word));
    return;
  }
  std::string status = errors > 0                        ? many(errors, "error")
                       : is_students_fault(task.verdict) ? std::string(name(task.verdict))
                       : open                            ? "not decided"
                                                         : "nothing wrong found";
  if (const std::size_t cases = task.check.cases.size(); cases > 0) {
    std::size_t failing = 0;
    for (const CaseGroup& group : part.failing) failing += group.names.size();
    const bool some = errors == 0 && 0 < failing && failing < cases;
    status += " in " + (some ? std::to_string(failing) + " of " : "") + many(cases, "checked case");
  }
  page.line(head + page.in(Tone::strong, task.task) + "  " + status);
  if (!task.detail.empty())
    page.paragraph(4, Tone::bad, name(task.verdict), ": " + describe(task.detail));
  add_bugs(page, part, named, all_errors, all_errors);
  add_bad_ends(page, part);
  if (!part.untried.empty()) page.paragraph(4, Tone::open, "", part.untried);
  add_advice(page, part, sources, named, some_advice, some_advice);
  if (open && !task.check.detail.empty())
    page.paragraph(4, Tone::open, "open", ": " + describe(task.check.detail));
  else if (const Causes unchecked = left_unchecked(task.check); !unchecked.empty())
    page.paragraph(4, Tone::open, "check", ": " + describe(unchecked));
  for (const KernelPart& kernel : part.kernels) add_kernel(page, kernel);
  page.blank();
}

}  // namespace

std::string render_check(const GradeResult& result, const Style& style) {
  Page page(style);
  page.paragraph(0, Tone::strong, result.title.empty() ? result.lab : result.title,
                 ": " + result.submission);
  for (const std::string& remark : result.remarks)
    page.paragraph(0, Tone::open, "", "Note: " + remark + ".");
  page.paragraph(0, Tone::plain, "",
                 "Checked in " + std::string(name(result.real)) +
                     " on the CPU engine, every access watched. Not a grade.",
                 Tone::quiet);
  page.blank();
  const bool compiles =
      std::none_of(result.tasks.begin(), result.tasks.end(), [](const auto& task) {
        return task.verdict == Verdict::compile_error && !task.not_defined();
      });
  if (!compiles && !result.compiler_output.empty()) {
    add_compiler(page, result, make_document(result).compiler);
    page.blank();
  }
  Named named = withheld(result);
  // A reason that keeps one function from being built applies to all.
  if (!result.tasks.empty() && result.tasks.front().verdict == Verdict::pending) {
    const TaskResult& task = result.tasks.front();
    page.paragraph(0, Tone::open, "Not checked: ", describe(task.detail));
    add_bugs(page, make_task_part(result, task), named, all_errors, all_errors);
    return page.text();
  }
  std::vector<std::string> missing;
  for (const TaskResult& task : result.tasks) {
    if (task.not_defined())
      missing.push_back(task.task);
    else
      add_checked_task(page, make_task_part(result, task), result.sources, named);
  }
  if (!missing.empty()) {
    page.paragraph(0, Tone::quiet,
                   "Not defined, so not checked: ", listed(missing, missing.size()) + ".");
    page.blank();
  }
  std::string text = page.text();
  while (text.size() > 1 && text.compare(text.size() - 2, 2, "\n\n") == 0) text.pop_back();
  return text;
}

}  // namespace warpgrade
