#include "trials/trial_cases.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "diagnosis/endless_loop.h"

namespace warpgrade {
namespace {

constexpr std::size_t most_wrong_cases = 3;
constexpr double not_run = 1e9;  // seconds

}  // namespace

TrialCases::TrialCases(const Task& task, const TaskResult& result,
                       const std::function<bool(const Case&)>& may_check)
    : result_(result), all_(task) {
  for (const Finding& f : result.findings)
    if (f.kind == endless_loop && !f.hidden && !f.cases.empty()) endless_ = f.cases.front();
  double least = not_run;  // on a busy machine even the smallest case is slow
  for (const CaseResult& c : result.cases)
    if (!c.hidden) least = std::min(least, checked_seconds(c.name));
  std::set<std::string> quick;
  for (const CaseResult& c : result.cases)
    if (!c.hidden && checked_seconds(c.name) < std::max(longest_trial_call / 4, 4 * least))
      quick.insert(c.name);
  // Without a wrong one among them nothing could be fixed.
  const CaseResult* wrong = nullptr;  // the quickest
  for (const CaseResult& c : result.cases)
    if (!c.hidden && is_students_fault(c.verdict) &&
        (!wrong || checked_seconds(c.name) < checked_seconds(wrong->name)))
      wrong = &c;
  if (wrong != nullptr && checked_seconds(wrong->name) < longest_trial_call)
    quick.insert(wrong->name);
  if (wrong != nullptr && checked_seconds(wrong->name) == not_run) choose_unchecked(quick);
  const bool hung = !endless_.empty() || result.verdict == Verdict::timeout;
  for (const Case& c : task.cases)
    if (!c.hidden && hung && may_check(c)) quick.insert(c.name);
  std::erase_if(all_.cases, [&](const Case& c) { return quick.count(c.name) == 0; });
  std::stable_sort(all_.cases.begin(), all_.cases.end(), [&](const Case& a, const Case& b) {
    return checked_seconds(a.name) < checked_seconds(b.name);
  });
  choose_others(task);
}

/// How many times longer a call takes in the check, by the longest: short ones mostly start. 0 if
/// it is unknown.
double TrialCases::slowdown() const {
  double longest = 0, ratio = 0;
  for (const CaseResult& c : result_.cases) {
    const double seconds = checked_seconds(c.name);
    if (c.hidden || seconds >= not_run || c.seconds <= longest) continue;
    longest = c.seconds;
    ratio = seconds / longest;
  }
  return ratio;
}

void TrialCases::choose_others(const Task& task) {
  const double slower = slowdown();
  std::vector<std::pair<double, const Case*>> quickest_first;
  for (const Case& c : task.cases) {
    const auto same = [&](const auto& other) { return other.name == c.name; };
    const auto ran = std::find_if(result_.cases.begin(), result_.cases.end(), same);
    // Other constants would need a build of their own.
    const bool built = std::any_of(all_.cases.begin(), all_.cases.end(), [&](const Case& other) {
      return other.constants == c.constants;
    });
    if (ran != result_.cases.end() && ran->seconds > 0 && slower > 0 && built &&
        std::none_of(all_.cases.begin(), all_.cases.end(), same))
      quickest_first.emplace_back(ran->seconds * slower, &c);
  }
  std::stable_sort(quickest_first.begin(), quickest_first.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  others_ = task;
  others_.cases.clear();
  double sum = 0;
  for (const auto& [seconds, c] : quickest_first)
    if ((sum += seconds) < 2 * longest_trial_call) others_.cases.push_back(*c);
}

/// Where only cases that the check left out are wrong, the quickest of them is called, if by the
/// slowdown of the others it is quick enough.
void TrialCases::choose_unchecked(std::set<std::string>& quick) {
  const double slower = slowdown();
  if (slower <= 0) return;
  for (const CaseResult& c : result_.cases) {
    if (c.hidden || c.verdict != Verdict::wrong || c.seconds <= 0) continue;
    const double seconds = c.seconds * slower;
    if (seconds > longest_trial_call || (!unchecked_.empty() && seconds > unchecked_seconds_))
      continue;
    unchecked_ = c.name;
    unchecked_seconds_ = seconds;
  }
  if (!unchecked_.empty()) quick.insert(unchecked_);
}

double TrialCases::checked_seconds(const std::string& name) const {
  const CheckResult& check = result_.check;
  const auto at = std::find(check.cases.begin(), check.cases.end(), name) - check.cases.begin();
  const auto i = static_cast<std::size_t>(at);
  if (name == endless_) return 0;  // once the loop is fixed
  if (!unchecked_.empty() && name == unchecked_) return unchecked_seconds_;
  return i < check.case_seconds.size() ? check.case_seconds[i] : not_run;
}

double TrialCases::seconds(const Task& task) const {
  double sum = 0;
  for (const Case& c : task.cases)
    if (const double seconds = checked_seconds(c.name); seconds < not_run) sum += seconds;
  return sum;
}

double TrialCases::longest(const Task& task) const {
  double longest = 0;
  for (const Case& c : task.cases) longest = std::max(longest, checked_seconds(c.name));
  return longest;
}

Failures TrialCases::known_failures() const {
  Failures wrong;
  const auto is_tried = [&](const std::string& name) {
    return std::any_of(all_.cases.begin(), all_.cases.end(),
                       [&](const Case& c) { return c.name == name; });
  };
  for (const Finding& f : result_.findings)
    if (f.level == "error" && !f.hidden && std::any_of(f.cases.begin(), f.cases.end(), is_tried))
      wrong.insert(finding_key(f));
  for (const CaseResult& c : result_.cases)
    if (c.verdict != Verdict::ok && is_tried(c.name)) wrong.insert(case_key(c.name));
  return wrong;
}

Task TrialCases::quickest(const Failures& wrong) const {
  std::vector<const Case*> chosen;
  for (const Case& c : all_.cases)
    if (wrong.count(case_key(c.name)) != 0) chosen.push_back(&c);
  // Each build takes seconds.
  std::stable_partition(chosen.begin(), chosen.end(),
                        [&](const Case* c) { return c->constants == chosen.front()->constants; });
  const std::size_t most = endless_.empty() ? most_wrong_cases : 1;
  if (chosen.size() > most) chosen.resize(most);
  for (const Finding& f : result_.findings) {
    if (wrong.count(finding_key(f)) == 0) continue;
    const auto shows = [&](const Case& c) {
      return std::find(f.cases.begin(), f.cases.end(), c.name) != f.cases.end();
    };
    const auto is_there = [&](const Case* c) { return shows(*c); };
    if (std::any_of(chosen.begin(), chosen.end(), is_there)) continue;
    const auto first = std::find_if(all_.cases.begin(), all_.cases.end(), shows);
    if (first != all_.cases.end()) chosen.push_back(&*first);
  }
  Task task = all_;
  if (chosen.empty()) return task;
  task.cases.clear();
  for (const Case* c : chosen) task.cases.push_back(*c);
  return task;
}

}  // namespace warpgrade
