#include "report/document/bugs.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "base/lines.h"
#include "base/text.h"
#include "report/document/definition.h"
#include "report/text.h"

namespace warpgrade {
namespace {

using Stretch = std::pair<std::size_t, std::size_t>;

/// The position after the subscripts that begin at `at`: "[i][j + 1]".
std::size_t end_of_subscripts(std::string_view line, std::size_t at) {
  int depth = 0;
  for (; at < line.size(); ++at) {
    if (line[at] == '[') ++depth;
    if (line[at] == ']' && --depth == 0 && (at + 1 == line.size() || line[at + 1] != '['))
      return at + 1;
  }
  return line.size();
}

/// The places of `name` with a subscript in `line`, as a whole word.
std::vector<Stretch> accesses(std::string_view line, std::string_view name) {
  std::vector<Stretch> all;
  if (name.empty()) return all;
  for (auto at = line.find(name); at != line.npos; at = line.find(name, at + 1)) {
    const auto behind = line.find_first_not_of(' ', at + name.size());
    if ((at == 0 || !in_name(line[at - 1])) && behind != line.npos && line[behind] == '[')
      all.emplace_back(at, end_of_subscripts(line, behind));
  }
  return all;
}

/// The position of an assignment in the line; npos if there is none.
std::size_t assignment_in(std::string_view line) {
  for (std::size_t i = 1; i + 1 < line.size(); ++i)
    if (line[i] == '=' && line[i + 1] != '=' &&
        std::string_view("=<>!").find(line[i - 1]) == std::string_view::npos)
      return i;
  return line.npos;
}

/// The reading or the writing access to `array`; empty if there is none, or which of several reads
/// it is cannot be seen.
Stretch access_in(std::string_view line, std::string_view array, bool writes) {
  std::vector<Stretch> all = accesses(line, array);
  if (all.empty()) return {0, 0};
  const std::size_t assigns = assignment_in(line);
  if (writes) {
    const auto stored = std::find_if(all.begin(), all.end(), [&](const Stretch& each) {
      const std::size_t next = line.find_first_not_of(' ', each.second);
      return next != line.npos && line.find('=', next) <= next + 1 &&
             std::string_view("<>!").find(line[next]) == line.npos && line.substr(next, 2) != "==";
    });
    if (stored != all.end()) return *stored;
    return assigns == line.npos ? all.front() : Stretch{0, 0};
  }
  if (assigns != line.npos) {
    const Stretch written = all.front();
    std::erase_if(all, [&](const Stretch& each) { return each.first < assigns; });
    if (all.empty()) return written;  // by `+=`
  }
  return all.size() == 1 ? all.front() : Stretch{0, 0};
}

/// Marks the two accesses of a race in their lines. Returns false if a place is unknown: then a
/// sentence must describe it.
bool mark_race(const Finding& f, const Sources& sources, std::vector<QuotedLine>& quote) {
  const Cause& cause = f.cause;
  const std::string array = cause.fact("array"), thread = cause.fact("thread"),
                    party = cause.fact("party"), spot = cause.fact("spot");
  if (thread.empty() || party.empty() || spot.empty() || f.other_line <= 0) return false;
  if (f.file != f.other_file || cause.fact("does").empty() || cause.fact("party_does").empty())
    return false;
  std::vector<QuotedLine> marked;
  const auto add = [&](int line, bool writes, std::string label) {
    const std::string text(find_source_line(sources, f.file, line));
    const auto [begin, end] = access_in(text, array, writes);
    if (begin == end) return false;
    auto quoted = std::find_if(marked.begin(), marked.end(),
                               [&](const QuotedLine& each) { return each.line == line; });
    if (quoted == marked.end()) quoted = marked.insert(quoted, {line, text, {}});
    quoted->marks.push_back({begin, end, std::move(label)});
    return true;
  };
  const bool first_writes = cause.fact("does").find("write") == 0,
             other_writes = cause.fact("party_does").find("write") == 0;
  // The block is named where the other thread's is.
  const bool of_blocks = std::count(party.begin(), party.end(), '(') > 1;
  const std::string who =
      "thread " + thread + (of_blocks ? " of block " + cause.fact("block") : "");
  if (!add(f.other_line, other_writes, party + " " + cause.fact("party_does")) ||
      !add(f.line, first_writes, who + " " + cause.fact("does")))
    return false;
  for (QuotedLine& line : marked)
    std::stable_sort(line.marks.begin(), line.marks.end(),
                     [](const Mark& a, const Mark& b) { return a.begin < b.begin; });
  std::sort(marked.begin(), marked.end(),
            [](const QuotedLine& a, const QuotedLine& b) { return a.line < b.line; });
  bool named = false;
  for (QuotedLine& line : marked)
    for (Mark& mark : line.marks) {
      mark.label += named ? " it" : " " + spot;
      named = true;
    }
  quote = std::move(marked);
  return true;
}

/// Whether the two marks say everything about the race.
bool is_plain_race(const std::string& cause) {
  for (const char* plain : {"race.one-warp", "race.warp", "race.block", "race.grid", "race.mixed",
                            "race.mixed-in-grid", "race.volatile"})
    if (cause == plain) return true;
  return false;
}

/// Keeps "race matmul.cu:31" and drops "case 5x7x3-uniform".
std::vector<std::string> without_cases(std::vector<std::string> wrongs) {
  std::erase_if(wrongs, is_case);
  return wrongs;
}

std::string joined(const std::vector<std::string>& list) {
  std::string text;
  for (std::size_t i = 0; i < list.size(); ++i)
    text += (i == 0 ? "" : i + 1 == list.size() ? " and " : ", ") + list[i];
  return text;
}

/// Whether the mistake is in a single token and was found by trial only.
bool is_of_one_token(const Cause& cause) {
  for (const char* id : {"code.sign", "code.other-variable", "code.other-number",
                         "code.number-for-constant", "code.other-array"})
    if (cause.id == id) return true;
  return false;
}

/// The line that a change is about: for a statement that moves, where it is now.
int place_of_mistake(const Remedy& change) {
  const std::size_t at = change.old_code.rfind("line ");
  const bool moves =
      change.id == "loop.behind" || change.id == "statement.behind" || change.id == "barrier.out";
  return moves && at != std::string::npos ? std::atoi(change.old_code.c_str() + at + 5)
                                          : change.line;
}

std::string describe_result(const TriedRemedy& tried) {
  const auto cases = static_cast<std::size_t>(std::max(tried.cases, 0));
  const std::string all = cases == 1 ? "tried: the checked case passes"
                          : cases == 2
                              ? "tried: both checked cases pass"
                              : "tried: all " + std::to_string(cases) + " checked cases pass";
  if (tried.outcome == TriedRemedy::Outcome::right) return all + ", no findings";
  const std::vector<std::string> left = without_cases(tried.left);
  const std::size_t wrong = tried.left.size() - left.size();
  std::string text = wrong == 0 ? all
                                : "tried: " + std::to_string(cases - std::min(wrong, cases)) +
                                      " of " + std::to_string(cases) + " checked cases pass";
  const auto one = std::find_if(tried.left.begin(), tried.left.end(), is_case);
  if (one != tried.left.end())
    text += "; still wrong: " + one->substr(one->find(' ') + 1) +
            (wrong > 1 ? " and " + std::to_string(wrong - 1) + " more" : "");
  return text + (left.empty() ? ", no findings" : "; still found: " + joined(left));
}

}  // namespace

std::string Bug::place() const {
  if (file.empty()) return {};
  return line > 0 ? file + ":" + std::to_string(line) : file;
}

Fix make_fix(const TriedRemedy& tried, const Sources& sources) {
  constexpr int context = 1;  // lines before and after
  Fix fix;
  if (!tried.changes.empty()) {
    fix.file = tried.changes.front().file;
    fix.line = place_of_mistake(tried.changes.front());
  }
  fix.whole = tried.outcome == TriedRemedy::Outcome::right;
  // With few cases, another token may make values right by chance: the fix is shown without a
  // reason.
  const bool few = tried.cases < 4;
  // What was freed says more than that another variable belongs there.
  const bool freed = std::any_of(tried.gone.begin(), tried.gone.end(), [](const std::string& each) {
    return each.starts_with("use-after-free ");
  });
  std::vector<std::string> changes;
  std::set<std::string> reasons;  // the same mistake may stand in several lines
  for (const Remedy& change : tried.changes) {
    changes.push_back(describe(change));
    if (!change.cause.known() || ((few || freed) && is_of_one_token(change.cause))) continue;
    if (fix.why.empty()) {  // the first reason is about this line
      fix.file = change.file;
      fix.line = place_of_mistake(change);
    }
    if (const std::string reason = describe(change.cause); reasons.insert(reason).second)
      fix.why += (fix.why.empty() ? "" : " ") + reason;
  }
  fix.what = joined(changes);
  fix.result = describe_result(tried);
  fix.diffs = make_diffs(tried, sources, context);
  return fix;
}

Bug make_bug(const Finding& f, const Sources& sources) {
  Bug bug;
  bug.finding = &f;
  bug.file = f.file;
  bug.line = f.line;
  bug.cause = f.cause.id;
  const bool race = f.kind == "race";
  const std::string spot = f.cause.fact("spot");
  bug.title = (f.level == "error" ? "" : "advice: ") + f.kind +
              (race && !spot.empty() ? " on " + spot : "");
  Finding plain = f;
  plain.with_remedy = false;
  const std::string what = describe(plain), all = describe(f);
  if (f.with_remedy && all.size() > what.size() + 1) bug.hint = all.substr(what.size() + 1);
  const bool marked = race && mark_race(f, sources, bug.quote);
  if (!marked || !is_plain_race(f.cause.id)) bug.text = what;
  if (!marked) {
    const std::string text(find_source_line(sources, f.file, f.line));
    if (text.find_first_not_of(" \t") != text.npos) {
      const auto [begin, end] =
          access_in(text, f.cause.fact("array"), f.cause.fact("does").find("write") == 0);
      bug.quote = {{f.line, text, {}}};
      if (begin < end) bug.quote[0].marks = {{begin, end, ""}};
    }
  }
  return bug;
}

std::string_view find_source_line(const Sources& sources, const std::string& file, int line) {
  const auto source = sources.find(file);
  return source == sources.end() || line <= 0 ? std::string_view()
                                              : source_line(source->second, line);
}

std::pair<std::size_t, std::size_t> subject_in(std::string_view line, std::string_view array) {
  const std::vector<Stretch> all = accesses(line, array);
  return all.empty() ? Stretch{0, 0} : all.front();
}

}  // namespace warpgrade
