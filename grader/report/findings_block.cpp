#include "report/findings_block.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <vector>

#include "base/command_name.h"
#include "base/text.h"
#include "causes/cause_page.h"
#include "findings/finding_kind.h"

namespace warpgrade {
namespace {

constexpr int indent_of_task = 4;  // columns

std::string blanks(int count) {
  return std::string(static_cast<std::size_t>(std::max(0, count)), ' ');
}

constexpr int goes_on = -1;  // in place of a line's number: the same line, continued

/// Adds a source line after its number, which is `digits` wide; preceded by -, + or a blank.
void add_source(Page& page, char sign, int line, int digits, std::string_view text, Tone tone) {
  const Style& style = page.style();
  const std::string number =
      line == goes_on ? blanks(digits + 5) : fmt::format("  {} {:>{}} ", sign, line, digits);
  const std::string bar = style.unicode ? "│ " : "| ";
  const int room = style.width - columns(number) - 2;
  std::string shown = clipped(page.safe(text), room, style.unicode);
  if (line == 0) shown.clear();
  page.line(paint(style, tone == Tone::plain ? Tone::quiet : tone, number + bar) +
            paint(style, tone, shown));
}

/// The number of leading blank columns that all lines share.
std::size_t common_indent(const std::vector<std::string_view>& lines) {
  std::size_t indent = std::string::npos;
  for (const std::string_view line : lines)
    indent = std::min(indent, std::min(line.find_first_not_of(" \t"), line.size()));
  return indent == std::string::npos ? 0 : indent;
}

int count_digits(int line) { return static_cast<int>(std::to_string(line).size()); }

/// Adds the descriptions of accesses below them; those that do not fit next to their carets go
/// below.
void add_mark(Page& page, const QuotedLine& line, const Mark& mark, std::size_t indent,
              int digits) {
  const Style& style = page.style();
  const std::string_view text = std::string_view(line.text).substr(indent);
  const int from = columns(page.safe(text.substr(0, mark.begin - indent)));
  const int to = columns(page.safe(text.substr(0, mark.end - indent)));
  const std::string front =
      blanks(indent_of_task + digits + 1) + paint(style, Tone::quiet, style.unicode ? "│ " : "| ");
  const int room = style.width - indent_of_task - digits - 3;
  if (to > room) return;
  const std::string carets(static_cast<std::size_t>(std::max(1, to - from)), '^');
  const std::string label = page.safe(mark.label);
  const bool beside = to + 1 + columns(label) <= room;
  page.line(front + blanks(from) + paint(style, Tone::bad, carets) +
            (beside && !label.empty() ? " " + label : ""));
  if (!beside && !label.empty())
    page.line(front + blanks(std::max(0, std::min(from, room - columns(label)))) +
              clipped(label, room, style.unicode));
}

void add_diff(Page& page, const FileDiff& diff) {
  constexpr std::size_t most = 6;  // lines; beyond this, unchanged ones are left out
  std::vector<std::string_view> texts;
  int digits = 1;
  for (const DiffLine& line : diff.lines) {
    texts.emplace_back(line.text);
    digits = std::max(digits, count_digits(line.line));
  }
  const std::size_t indent = common_indent(texts);
  for (std::size_t i = 0; i < diff.lines.size(); ++i) {
    const DiffLine& line = diff.lines[i];
    const bool kept = line.kind == DiffLine::Kind::kept, added = line.kind == DiffLine::Kind::added;
    // Context after the change adds nothing to that before it.
    const bool behind = &line == &diff.lines.back() && diff.lines.size() > 2;
    if (kept && (diff.lines.size() > most || behind)) continue;
    const Tone tone = kept ? Tone::plain : added ? Tone::good : Tone::bad;
    const char sign = kept ? ' ' : added ? '+' : '-';
    std::string_view rest = std::string_view(line.text).substr(std::min(indent, line.text.size()));
    // A changed line is shown whole, in several pieces where it is long.
    const int room = page.style().width - digits - 7;
    std::string front;
    for (int number = line.line; !kept && room > 24 && columns(front) + columns(rest) > room;
         number = goes_on) {
      const std::size_t blank = rest.rfind(' ', static_cast<std::size_t>(room) - front.size());
      if (blank == rest.npos || blank == 0) break;
      add_source(page, sign, number, digits, front + std::string(rest.substr(0, blank)), tone);
      rest.remove_prefix(blank + 1);
      front = "    ";
    }
    add_source(page, sign, front.empty() ? line.line : goes_on, digits, front + std::string(rest),
               tone);
  }
}

void add_fix(Page& page, const Fix& fix, const std::string& file) {
  const std::string head = fix.whole ? "fix" : "fix in part";
  if (!fix.whole && !fix.why.empty()) page.paragraph(indent_of_task, Tone::plain, "", fix.why);
  page.paragraph(indent_of_task, Tone::good, head,
                 " (" + fix.result + ")" + (fix.diffs.empty() ? ": " + fix.what : ""));
  for (const FileDiff& diff : fix.diffs) {
    if (diff.file != file) page.paragraph(indent_of_task, Tone::quiet, "", diff.file);
    add_diff(page, diff);
  }
}

void add_rest(Page& page, std::size_t n, std::string_view one, std::string_view many_of_it) {
  page.line(blanks(indent_of_task) +
            page.in(Tone::quiet, fmt::format("and {} more {}", n, n == 1 ? one : many_of_it)));
}

/// A short hint is repeated at each place.
bool is_short(const std::string& hint) { return hint.size() <= 60; }

}  // namespace

std::string format_sign(const Page& page, const StatusBadge& badge) {
  return paint(page.style(), badge.tone, page.style().unicode ? badge.sign : badge.ascii);
}

void name_page(Page& page, const CausePage* about, Named& named) {
  if (about != nullptr && named.insert(std::string(about->id)).second)
    page.line(blanks(indent_of_task) + page.in(Tone::quiet, "explain: ") +
              std::string(command_name()) + " explain " + page.safe(about->id));
}

Named withheld(const GradeResult& grade) {
  Named named;
  if (grade.feedback >= FeedbackLevel::remedy) return named;
  for (const CausePage& page : cause_pages()) named.insert(std::string(page.id));
  return named;
}

void add_quote(Page& page, const std::vector<QuotedLine>& quote) {
  std::vector<std::string_view> texts;
  int digits = 1;
  for (const QuotedLine& line : quote) {
    texts.emplace_back(line.text);
    digits = std::max(digits, count_digits(line.line));
  }
  const std::size_t indent = common_indent(texts);
  for (const QuotedLine& line : quote) {
    add_source(page, ' ', line.line, digits, std::string_view(line.text).substr(indent),
               Tone::plain);
    for (const Mark& mark : line.marks) add_mark(page, line, mark, indent, digits);
  }
}

void add_bug(Page& page, const Bug& bug, bool quoted) {
  const Style& style = page.style();
  const Tone tone =
      bug.finding != nullptr && bug.finding->level != "error" ? Tone::open : Tone::bad;
  const std::string title = page.safe(bug.title), place = page.safe(bug.place());
  const long long count = bug.finding == nullptr ? 1 : bug.finding->count;
  const std::string times =
      style.verbose && count > 1 ? fmt::format(" ({} times)", count) : std::string();
  const int room = style.width - indent_of_task - columns(title + times) - columns(place);
  const bool both = !bug.text.empty() && !bug.hint.empty();
  const std::string text = bug.text + (both ? " " : "") + bug.hint;
  if (place.empty()) {
    page.paragraph(indent_of_task, tone, bug.title, (text.empty() ? "" : ": " + text) + times);
    return;
  }
  if (room >= 2)
    page.line(blanks(indent_of_task) + paint(style, tone, title) + times + blanks(room) +
              paint(style, Tone::strong, place));
  else
    page.paragraph(indent_of_task, Tone::strong, bug.place(), ": " + bug.title + times);
  if (quoted) add_quote(page, bug.quote);
  if (!text.empty()) page.paragraph(indent_of_task, Tone::plain, "", text);
}

void add_bugs(Page& page, const TaskPart& part, Named& named, std::size_t most,
              std::size_t quoted) {
  std::set<std::string> hints;
  // Mistakes shared by several functions (in a helper, say) are shown once.
  if (!page.style().verbose && !part.bugs.empty() && !part.bugs.front().place().empty()) {
    const Bug& first = part.bugs.front();
    if (!named.insert("shown " + first.place() + " " + first.title).second) {
      page.paragraph(indent_of_task, Tone::bad, first.title, " at " + first.place() + ", as above");
      return;
    }
  }
  for (std::size_t i = 0; i < std::min(part.bugs.size(), most); ++i) {
    Bug bug = part.bugs[i];
    // Show it once, not at each place with the same mistake.
    if (!is_short(bug.hint) && !hints.insert(bug.hint).second) bug.hint.clear();
    add_bug(page, bug, i < quoted);
  }
  if (part.bugs.size() > most) add_rest(page, part.bugs.size() - most, "finding", "findings");
  if (part.fix)
    add_fix(page, *part.fix, part.bugs.empty() ? part.fix->file : part.bugs.front().file);
  if (!part.bugs.empty() || (part.fix && part.fix->whole)) {
    if (!part.evidence.empty()) page.paragraph(indent_of_task, Tone::plain, "", part.evidence);
  }
  for (const Bug& bug : part.bugs) {
    const CausePage* const about = page_for_cause(bug.cause);
    if (about == nullptr) continue;
    name_page(page, about, named);
    break;
  }
}

void add_advice(Page& page, const TaskPart& part, const Sources& sources, Named& named,
                std::size_t most, std::size_t quoted) {
  std::vector<ShownFinding> found = part.advice;
  if (is_students_fault(part.task->verdict) || !part.errors.empty())
    std::erase_if(found,
                  [](const ShownFinding& f) { return finding_kind(f.finding->kind) == nullptr; });
  // Advice that reads the same for several lines of a kernel appears once.
  std::vector<Bug> bugs;
  std::vector<std::vector<std::string>> also;  // lines
  for (const ShownFinding& shown : found) {
    Bug bug = make_bug(*shown.finding, sources);
    const auto same = std::find_if(bugs.begin(), bugs.end(), [&](const Bug& b) {
      return b.title == bug.title && b.text == bug.text && b.hint == bug.hint &&
             b.file == bug.file && b.finding->kernel == bug.finding->kernel;
    });
    if (page.style().verbose || same == bugs.end()) {
      bugs.push_back(std::move(bug));
      also.emplace_back();
    } else {
      also[static_cast<std::size_t>(same - bugs.begin())].push_back(std::to_string(bug.line));
    }
  }
  for (std::size_t i = 0; i < std::min(bugs.size(), most); ++i) {
    Bug& bug = bugs[i];
    if (!also[i].empty())
      (bug.hint.empty() ? bug.text : bug.hint) += fmt::format(
          " The same in line{} {}.", also[i].size() > 1 ? "s" : "", fmt::join(also[i], ", "));
    add_bug(page, bug, i < quoted);
    name_page(page, page_for_cause(bug.cause), named);
  }
  if (bugs.size() > most) add_rest(page, bugs.size() - most, "of advice", "of advice");
}

}  // namespace warpgrade
