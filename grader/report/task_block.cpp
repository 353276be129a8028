#include "report/task_block.h"
#include "base/text.h"
#include "report/html_text.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace warpgrade {
namespace {

// Reports are read from the top; more than this is not useful at once.
constexpr std::size_t most_groups = 2, most_names = 3, most_rest = 8;
constexpr std::size_t most_errors = 2, most_quoted = 2, most_advice = 3;
constexpr std::size_t most_printed = 5;
constexpr int most_columns = 300;  // for a line of the submission's output
// Above this time of a call on the CPU engine, in seconds, the report shows the slow cases.
constexpr double long_call = 10;

// The status next to the title and the points; may be empty. `brief`: where there is little room.
std::string status_in_words(const TaskPart& part, bool brief) {
  const TaskResult& task = *part.task;
  const std::size_t cases = task.cases.size();
  switch (part.status) {
    case TaskStatus::not_started:
      return std::string(part.badge.word);
    case TaskStatus::full:
    case TaskStatus::partly:
      return cases == 0 ? "" : many(cases, "case");
    case TaskStatus::failed:
      if (has(task.detail, "source.unreadable")) return "no file to grade";
      if (task.verdict == Verdict::compile_error) return "does not compile";
      return std::string(part.headline) +
             (cases == 0 ? ""
                         : fmt::format(", {} of {} correct", part.right,
                                       brief ? std::to_string(cases) : many(cases, "case")));
    default:
      return "";
  }
}

// Further facts next to the title and the points; may be empty.
std::string describe_status(const TaskPart& part, bool brief = false) {
  if (part.task->unchanged_since.empty()) return status_in_words(part, brief);
  const bool right = part.status == TaskStatus::full || part.status == TaskStatus::partly;
  return (right ? "" : status_in_words(part, brief) + ", ") + std::string("unchanged");
}

// The title is left out if something is wrong, to leave room for that.
std::string_view shown_title(const TaskPart& part) {
  return part.status == TaskStatus::failed ? std::string_view() : part.task->title;
}

// "title, status" in `width` columns; the title is shortened if necessary.
std::string described(const Page& page, const TaskPart& part, int width) {
  const Style& style = page.style();
  const std::string title = page.safe(shown_title(part));
  const std::string whole = describe_status(part);
  const bool brief = title.empty() && columns(whole) > width;
  const std::string status = brief ? describe_status(part, true) : whole;
  const std::string_view comma = title.empty() || status.empty() ? "" : ", ";
  const int room = width - columns(comma) - columns(status);
  // For a right task, the number of cases can be left out.
  if (room < columns(title) && part.status == TaskStatus::full &&
      part.task->unchanged_since.empty())
    return padded(clipped(title, width, style.unicode), width);
  if (room >= 8 || (title.empty() && room >= 0))
    return padded(clipped(title, room, style.unicode) + std::string(comma) + status, width);
  return padded(clipped(status.empty() ? title : status, width, style.unicode), width);
}

void add_head(Page& page, const TaskPart& part, const Columns& widths) {
  const Style& style = page.style();
  const TaskResult& task = *part.task;
  std::string line = "  " + format_sign(page, part.badge) + " ";
  const Tone tone = part.written() ? Tone::strong : Tone::plain;
  line += paint(style, tone, padded(page.safe(task.task), widths.entry));
  if (widths.title > 0) line += "  " + described(page, part, widths.title);
  line += fmt::format("  {:>{}} / {:<{}}", task.points.text(), widths.points,
                      task.max_points.text(), widths.max_points);
  if (task.pending > Points{})
    line += "  " + paint(style, Tone::open, task.pending.text() + " pending");
  while (line.back() == ' ') line.pop_back();
  page.line(line);
}

bool all_hidden(const TaskResult& task, const CaseGroup& group) {
  return std::all_of(group.names.begin(), group.names.end(), [&](const std::string& each) {
    return std::any_of(task.cases.begin(), task.cases.end(),
                       [&](const CaseResult& c) { return c.hidden && each == hidden_name(c); });
  });
}

/// Whether the group says more than another wrong value.
bool has_more_detail(const CaseGroup& group) {
  return group.verdict != Verdict::wrong ||
         !std::all_of(group.detail.begin(), group.detail.end(), is_one_value);
}

void add_group(Page& page, const CaseGroup& group, Named& named) {
  page.paragraph(4, Tone::bad, name(group.verdict), " in " + listed(group.names, most_names));
  if (!group.detail.empty()) page.paragraph(6, Tone::plain, "", describe(group.detail));
  // Not wrapped, so that it can be copied.
  if (page.style().verbose && !group.reproduce.empty())
    page.line("      " + page.in(Tone::quiet, "reproduce: ") + page.safe(group.reproduce));
  name_page(page, page_about(group.detail), named);
}

void add_cases(Page& page, const TaskPart& part, Named& named) {
  const bool verbose = page.style().verbose;
  std::vector<std::string> rest;
  std::size_t shown = 0, hidden = 0;
  for (const CaseGroup& group : part.failing) {
    if (!verbose && shown > 0 && all_hidden(*part.task, group)) {
      hidden += group.names.size();
    } else if (verbose || shown == 0 || (shown < most_groups && has_more_detail(group))) {
      add_group(page, group, named);
      ++shown;
    } else {
      for (const std::string& case_name : group.names)
        rest.push_back(group.verdict == Verdict::wrong
                           ? case_name
                           : case_name + " (" + std::string(name(group.verdict)) + ")");
    }
  }
  if (!rest.empty())
    page.paragraph(4, Tone::bad, fmt::format("and {} more:", rest.size()),
                   " " + listed(rest, most_rest));
  if (hidden > 0)
    page.line("    " + page.in(Tone::bad, many(hidden, "hidden case") +
                                              (hidden == 1 ? " is" : " are") + " wrong, too"));
}

/// Adds what the lines above do not explain.
void add_failing(Page& page, const TaskPart& part, Named& named) {
  if (page.style().verbose) return add_cases(page, part, named);
  const bool whole = part.fix && part.fix->whole;
  if (part.bugs.empty() && !whole) add_cases(page, part, named);
  if (whole || part.bugs.empty()) return;
  // Wrong values follow from a finding; how a call ended is worth a line.
  std::set<Verdict> shown_verdicts;
  for (const CaseGroup& group : part.failing)
    if (group.verdict != Verdict::wrong && group.verdict != part.task->verdict &&
        shown_verdicts.insert(group.verdict).second)
      page.paragraph(4, Tone::bad, name(group.verdict), " in " + listed(group.names, 2));
}

// Adds points that right values alone do not earn.
void add_earnings(Page& page, const TaskPart& part) {
  if (const Causes unchecked = left_unchecked(part.task->check); !unchecked.empty())
    page.paragraph(4, Tone::open, "check", ": " + describe(unchecked));
  // With a fix of everything, the headline is enough.
  const bool fixed = part.fix && part.fix->whole;
  if (!part.task->charged.empty() && (!fixed || page.style().verbose))
    page.paragraph(4, Tone::bad, "points", ": " + describe(part.task->charged));
  for (const auto* list : {&part.check, &part.efficiency, &part.speed})
    for (const Earning& e : *list)
      if (!e.brief.empty()) page.paragraph(4, e.tone, e.lead, e.brief);
}

void add_printed(Page& page, const std::string& printed, const std::string& when) {
  const std::string text = page.safe(printed);
  if (text.find_first_not_of(" \n") == std::string::npos) return;
  const Style& style = page.style();
  page.line("    " + paint(style, Tone::quiet, "your code printed" + when + ":"));
  std::vector<std::pair<std::string, std::size_t>> lines;  // each with the number of repetitions
  for_each_line(text, [&](std::string_view line) {
    if (lines.empty() || lines.back().first != line) lines.emplace_back(line, 0);
    ++lines.back().second;
  });
  std::size_t hidden = 0;
  const std::string bar = "    " + paint(style, Tone::quiet, style.unicode ? "│ " : "| ");
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto& [line, times] = lines[i];
    if (i >= most_printed) {
      hidden += times;
      continue;
    }
    // The message of an error check ends with the error, so a long line is wrapped, not cut.
    const std::string margin(6, ' ');
    std::string whole = clipped(line, most_columns, style.unicode);
    if (times > 1) whole += fmt::format("  ({} times)", times);
    for_each_line(wrapped(whole, style.width, margin, style.unicode), [&](std::string_view part) {
      page.line(bar + std::string(part.substr(std::min(part.size(), margin.size()))));
    });
  }
  if (hidden > 0) page.line("    " + paint(style, Tone::quiet, "and " + many(hidden, "more line")));
}

/// Seconds of the case's call in the check; 0 if it did not run there.
double seconds_in_check(const CheckResult& check, const std::string& name) {
  for (std::size_t i = 0; i < std::min(check.cases.size(), check.case_seconds.size()); ++i)
    if (check.cases[i] == name) return check.case_seconds[i];
  return 0;
}

}  // namespace

void add_slow_cases(Page& page, const TaskResult& task) {
  std::vector<std::string> slow;
  for (const CaseResult& c : task.cases) {
    if (c.hidden || c.verdict != Verdict::ok) continue;
    const double in_check = seconds_in_check(task.check, c.name);
    if (std::max(c.seconds, in_check) < long_call) continue;
    std::string text = fmt::format("{} took {:.0f} s", c.name, c.seconds);
    if (c.seconds < long_call) text = c.name + " took";
    if (in_check >= long_call)
      text += fmt::format("{}{:.0f} s with every access watched",
                          c.seconds < long_call ? " " : ", ", in_check);
    slow.push_back(std::move(text));
  }
  if (slow.empty()) return;
  page.paragraph(4, Tone::quiet, "slow here",
                 ": a call of " + listed(slow, most_names) +
                     ". Right all the same: the CPU engine runs all threads of a grid on a few "
                     "cores, and no points depend on its time. While you work, --case runs the "
                     "smaller ones alone.");
}

Columns columns_for(const std::vector<TaskPart>& parts, const Style& style) {
  Columns widths;
  int pending = 0;
  for (const TaskPart& part : parts) {
    const TaskResult& task = *part.task;
    widths.entry = std::max(widths.entry, columns(printable(task.task, style.unicode)));
    widths.title = std::max(widths.title, columns(printable(shown_title(part), style.unicode)) + 2 +
                                              columns(describe_status(part)));
    widths.points = std::max(widths.points, columns(task.points.text()));
    widths.max_points = std::max(widths.max_points, columns(task.max_points.text()));
    if (task.pending > Points{})
      pending = std::max(pending, columns("  " + task.pending.text() + " pending"));
  }
  const int taken = 4 + widths.entry + 2 + widths.points + 3 + widths.max_points + pending;
  constexpr int too_short_to_read = 8;
  widths.title = std::min(widths.title, style.width - taken - 2);
  if (widths.title < too_short_to_read) widths.title = 0;
  return widths;
}

void add_task(Page& page, const TaskPart& part, const Columns& widths, bool shown_above,
              const Sources& sources, Named& named) {
  const TaskResult& task = *part.task;
  const bool failed = part.status == TaskStatus::failed;
  add_head(page, part, widths);
  if (!task.note.empty()) page.paragraph(4, Tone::plain, "", task.note);
  // For tasks not started, the headline says it. Failures of the grader are reported once at the
  // end.
  if (failed && !task.detail.empty() && !shown_above)
    page.paragraph(4, Tone::bad, name(task.verdict), ": " + describe(task.detail));
  if (failed && !shown_above) name_page(page, page_about(task.detail), named);
  const bool verbose = page.style().verbose;
  if (part.written()) {
    const bool whole = part.fix && part.fix->whole;
    // For a fix without a known cause, the smallest case shows what is wrong.
    if (whole && part.bugs.empty() && !part.failing.empty() && !verbose) {
      const CaseGroup& first = part.failing.front();
      page.paragraph(4, Tone::bad, name(first.verdict), " in " + first.names.front());
      if (!first.detail.empty())
        page.paragraph(6, Tone::plain, "", describe(Causes{first.detail.front()}));
    }
    // The cause comes before its consequences.
    add_bugs(page, part, named, verbose ? part.bugs.size() : most_errors,
             verbose ? part.bugs.size() : most_quoted);
    if (!shown_above) add_failing(page, part, named);
    if (!part.untried.empty()) page.paragraph(4, Tone::open, "", part.untried);
    add_advice(page, part, sources, named, most_advice, 1);
    add_earnings(page, part);
  }
  // Resource usage matters once the kernel is right.
  if (const std::string all = page.safe(part.resources); !all.empty() && (!failed || verbose))
    page.line("    " +
              page.in(Tone::quiet, clipped(all, page.style().width - 4, page.style().unicode)));
  if (part.status != TaskStatus::full) {
    add_printed(page, task.printed, "");
    add_printed(page, task.hidden_printed, " in hidden cases");
  }
}

}  // namespace warpgrade
