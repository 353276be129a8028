#include "report/check_page.h"

#include <algorithm>
#include <vector>

#include "lab/compiler_message.h"
#include "report/case_groups.h"
#include "report/cost_table.h"
#include "report/document.h"
#include "report/findings_block.h"
#include "report/page.h"
#include "report/standing.h"

namespace warpgrade {
namespace {

constexpr std::size_t all_errors = 64, some_advice = 3, most_rows = 24, most_case_names = 4;

std::string in_percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

void add_kernel(Page& page, const KernelCosts& kernel) {
  std::string text = fmt::format(
      " in {}: {} launch{}, {} block{} of {} threads; {} of a warp's threads work on average",
      kernel.measured_in, kernel.launches, kernel.launches == 1 ? "" : "es", kernel.blocks,
      kernel.blocks == 1 ? "" : "s", kernel.threads, in_percent(kernel.simt_efficiency()));
  if (kernel.divergent > 0)
    text +=
        fmt::format(", warps split at {} of the branches", in_percent(kernel.divergent_branches()));
  if (kernel.barriers > 0)
    text += fmt::format(", {} barriers a block", in_tenths(kernel.barriers_per_block()));
  if (kernel.occupancy) {
    const Occupancy& o = *kernel.occupancy;
    text +=
        fmt::format("; {} of {} warps fit on a multiprocessor{} (compute capability {}{})", o.warps,
                    o.max_warps, o.limited_by.empty() ? "" : ", limited by " + o.limited_by,
                    o.architecture, o.registers > 0 ? "" : ", registers not counted");
  }
  page.paragraph(4, Tone::strong, kernel.kernel, text + ".");
  if (kernel.truncated)
    page.paragraph(6, Tone::plain, "",
                   "A block did more than is recorded: the numbers are of a part.");
  add_cost_table(page, kernel.lines, most_rows);
}

/// What became of the cases, where it is more than "right".
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
      if (!group.detail.empty()) page.paragraph(6, Tone::plain, "", words_of(group.detail));
    }
  }
  // How wrong they are is the grade's to tell.
  if (!wrong.empty())
    page.paragraph(4, Tone::bad, "wrong values", " in " + listed(wrong, most_case_names));
}

void add_checked_task(Page& page, const TaskPart& part, const Sources& sources, Named& named) {
  const TaskResult& task = *part.task;
  const auto errors =
      std::count_if(task.findings.begin(), task.findings.end(),
                    [](const Finding& f) { return f.level == "error" && f.kind != "unsupported"; });
  const bool open = is_open(task.check.verdict) || is_open(task.verdict);
  const bool bad = errors > 0 || is_students_fault(task.verdict);
  const Style& style = page.style();
  if (errors == 0 && !part.written()) {
    page.line("  " + paint(style, Tone::quiet, style.unicode ? "·" : "-") + " " +
              page.in(Tone::plain, task.task) + "  not written yet");
    return;
  }
  const std::string_view mark = open && !bad ? (style.unicode ? "…" : "?")
                                : bad        ? (style.unicode ? "✗" : "x")
                                             : (style.unicode ? "✓" : "+");
  const Tone tone = open && !bad ? Tone::open : bad ? Tone::bad : Tone::good;
  std::string status = errors > 0 ? fmt::format("{} error{}", errors, errors == 1 ? "" : "s")
                       : is_students_fault(task.verdict) ? std::string(name(task.verdict))
                       : open                            ? "not decided"
                                                         : "nothing wrong found";
  if (!task.check.cases.empty())
    status += fmt::format(" in {} case{}", task.check.cases.size(),
                          task.check.cases.size() == 1 ? "" : "s");
  page.line("  " + paint(style, tone, mark) + " " + page.in(Tone::strong, task.task) + "  " +
            status);
  if (!task.detail.empty())
    page.paragraph(4, Tone::bad, name(task.verdict), ": " + words_of(task.detail));
  add_errors(page, part, sources, named, all_errors, all_errors);
  if (task.tried) page.paragraph(4, Tone::good, "remedy", ": " + words_of(*task.tried));
  add_bad_ends(page, part);
  add_advice(page, part, sources, named, some_advice, some_advice);
  if (open && !task.check.detail.empty())
    page.paragraph(4, Tone::open, "open", ": " + words_of(task.check.detail));
  else if (const Causes unchecked = left_unchecked(task.check); !unchecked.empty())
    page.paragraph(4, Tone::open, "check", ": " + words_of(unchecked));
  for (const KernelCosts& kernel : task.metrics) add_kernel(page, kernel);
  page.blank();
}

void add_compile_errors(Page& page, const GradeResult& result) {
  constexpr std::size_t most = 3;
  std::size_t shown = 0;
  for (const CompilerMessage& message : compiler_messages(result.compiler_output)) {
    if (!message.error || shown++ == most) continue;
    const std::string place = message.place();
    page.paragraph(2, Tone::bad, (place.empty() ? "" : place + ": ") + "error",
                   ": " + words_of(message.cause));
  }
  if (shown == 0) page.paragraph(2, Tone::plain, "", result.compiler_output);
}

}  // namespace

std::string render_check(const GradeResult& result, const Style& style) {
  Page page(style);
  page.paragraph(0, Tone::strong, result.title.empty() ? result.lab : result.title,
                 ": " + result.submission);
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
    add_compile_errors(page, result);
    page.blank();
  }
  Named named = withheld(result);
  // What keeps one function from being built keeps all.
  if (!result.tasks.empty() && result.tasks.front().verdict == Verdict::pending) {
    const TaskResult& task = result.tasks.front();
    page.paragraph(0, Tone::open, "Not checked: ", words_of(task.detail));
    add_errors(page, part_of(result, task), result.sources, named, all_errors, all_errors);
    return page.text();
  }
  std::vector<std::string> missing;
  for (const TaskResult& task : result.tasks) {
    if (task.not_defined())
      missing.push_back(task.task);
    else
      add_checked_task(page, part_of(result, task), result.sources, named);
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
