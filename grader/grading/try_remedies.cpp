#include "grading/try_remedies.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <functional>
#include <set>

#include "base/fault.h"
#include "base/parallel_for.h"
#include "diagnosis/endless_loop.h"
#include "grading/build_proposals.h"
#include "memcheck/check_task.h"

namespace warpgrade {
namespace {

namespace fs = std::filesystem;
using remedy::Proposal;

constexpr std::size_t most_together = 3;
constexpr std::size_t few = 3;  // cases in which a proposal is tried first
constexpr std::size_t most_at_once = 4;
// Trials take longer on a busy machine. This many are made even then, within this multiple of the
// time.
constexpr int always_tried = 32;
constexpr double most_patience = 4;
constexpr std::size_t most_in_pairs = 6;  // proposals per finding that are also tried in pairs
constexpr int most_joined = 12;           // pairs of proposals that each make other cases right
/// Limit of one call: a fix must not wait forever.
constexpr double call_seconds = 2;
/// The ratio of wall-clock to CPU time that is allowed when many programs share the cores.
constexpr double busy = 10;

std::string finding_key(const Finding& f) {
  return f.kind + " " + f.file + ":" + std::to_string(f.line);
}

std::string case_key(const std::string& name) { return "case " + name; }

const std::string stopped = "stopped";

bool is_finding(const std::string& wrong) { return !is_case(wrong) && wrong != stopped; }

/// Names of what is wrong: findings and cases.
using Failures = std::set<std::string>;

bool has_findings(const Failures& wrongs) {
  return std::any_of(wrongs.begin(), wrongs.end(), is_finding);
}

class Trials {
 public:
  Trials(const TaskRun& run, const TaskResult& result, const RemedyPlan& plan)
      : run_(run),
        result_(result),
        plan_(plan),
        all_(run.task),
        seconds_(plan.seconds),
        toolchain_(plan.machine.root, plan.machine.work, plan.machine.sandbox) {
    for (const Finding& f : result.findings)
      if (f.kind == endless_loop && !f.hidden && !f.cases.empty()) endless_ = f.cases.front();
    for (const Finding& f : result.findings) known_.insert(finding_key(f));
  }

  std::optional<TriedRemedy> run() {
    choose_cases();
    if (all_.cases.empty()) return std::nullopt;
    Failures before = known_failures();
    if (before.empty()) return std::nullopt;
    begin_ = Clock::now();
    if (!endless_.empty()) return found_among(Origin::findings, before);
    const auto likely = found_among(Origin::findings_and_values, before);
    if (likely && likely->outcome == TriedRemedy::Outcome::right) return likely;
    begin_ = Clock::now();
    seconds_ = 2 * plan_.seconds;  // there are many more
    const auto slip = found_among(Origin::slips, before);
    if (!slip || !likely || slip->outcome == TriedRemedy::Outcome::right)
      return slip ? slip : likely;
    if (likely->outcome != TriedRemedy::Outcome::none) return likely;
    // A note that the time was over holds for both.
    return slip->outcome != TriedRemedy::Outcome::none || slip->seconds > 0 ? slip : likely;
  }

 private:
  using Clock = std::chrono::steady_clock;

  /// The best proposal of this origin.
  std::optional<TriedRemedy> found_among(Origin origin, Failures before) {
    const Clock::time_point asked = Clock::now();
    auto built = build_proposals(run_, result_, plan_, toolchain_, origin);
    if (!built) return std::nullopt;
    proposals_ = std::move(built->proposals);
    of_findings_ = built->of_findings;
    in_part_ = origin != Origin::slips;
    builds_ = std::move(built->builds);
    begin_ += Clock::now() - asked;  // builds do not count
    std::vector<std::size_t> chosen;
    bool all_needed = false;
    Failures left = before;
    while (chosen.size() < most_together && !left.empty() && in_time()) {
      const auto better = best_beside(chosen, left);
      if (!better) break;
      chosen = better->on;
      left = better->left;
      all_needed = better->all_needed;
    }
    if (!all_needed) leave_out_needless(chosen, left);
    if (chosen.empty()) return nothing();
    // On a GPU, unwritten memory may be 0 by luck, so the grade found these values right. Trials do
    // not.
    if (!helps(before, left)) before.merge(failures_with({}, all_));
    if (!helps(before, left)) return nothing();
    return outcome(chosen, before, left);
  }

  double seconds_left() const {
    return seconds_ - std::chrono::duration<double>(Clock::now() - begin_).count();
  }
  bool in_time() const {
    return seconds_left() > 0 ||
           (made_ < always_tried && seconds_left() > (1 - most_patience) * seconds_);
  }

  TriedRemedy nothing() const {
    TriedRemedy tried;
    tried.outcome = TriedRemedy::Outcome::none;
    if (cut_short_) tried.seconds = seconds_taken();
    return tried;
  }

  int seconds_taken() const {
    return static_cast<int>(std::ceil(seconds_ - std::min(seconds_left(), seconds_)));
  }

  /// A change that leaves wrong values or adds something new probably helps by chance. But if an
  /// error is gone and most of the wrong cases are right, only another mistake is left.
  static bool helps(const Failures& before, const Failures& left) {
    if (!std::includes(before.begin(), before.end(), left.begin(), left.end()) ||
        left.count(stopped) != 0)
      return false;
    const auto cases = [](const Failures& all) {
      return std::count_if(all.begin(), all.end(), is_case);
    };
    const auto findings = [&](const Failures& all) {
      return static_cast<std::ptrdiff_t>(all.size()) - cases(all);
    };
    return cases(left) == 0 ||
           (findings(left) < findings(before) && 2 * cases(left) < cases(before));
  }

  /// Chooses the visible cases of the check without the slow ones, and adds those that it skipped
  /// after an endless call.
  void choose_cases() {
    double least = 1e9;  // on a busy machine even the smallest case is slow
    for (const CaseResult& c : result_.cases)
      if (!c.hidden) least = std::min(least, checked_seconds(c.name));
    std::set<std::string> quick;
    for (const CaseResult& c : result_.cases)
      if (!c.hidden && checked_seconds(c.name) < std::max(call_seconds / 4, 4 * least))
        quick.insert(c.name);
    // Without a wrong one among them nothing could be fixed.
    const CaseResult* wrong = nullptr;  // the quickest
    for (const CaseResult& c : result_.cases)
      if (!c.hidden && is_students_fault(c.verdict) &&
          (!wrong || checked_seconds(c.name) < checked_seconds(wrong->name)))
        wrong = &c;
    if (wrong != nullptr && checked_seconds(wrong->name) < call_seconds) quick.insert(wrong->name);
    const bool hung = !endless_.empty() || result_.verdict == Verdict::timeout;
    for (const Case& c : run_.task.cases)
      if (!c.hidden && hung) quick.insert(c.name);
    std::erase_if(all_.cases, [&](const Case& c) { return quick.count(c.name) == 0; });
  }

  /// The time of its call in the check; infinite if it did not run there.
  double checked_seconds(const std::string& name) const {
    const CheckResult& check = result_.check;
    const auto at = std::find(check.cases.begin(), check.cases.end(), name) - check.cases.begin();
    const auto i = static_cast<std::size_t>(at);
    if (name == endless_) return 0;  // once the loop is fixed
    return i < check.case_seconds.size() ? check.case_seconds[i] : 1e9;
  }

  /// The time of the calls of all chosen cases in the check.
  double seconds_in_check() const {
    double sum = 0;
    for (const Case& c : all_.cases)
      if (const double seconds = checked_seconds(c.name); seconds < 1e9) sum += seconds;
    return sum;
  }

  /// What the grade found wrong in the chosen cases.
  Failures known_failures() const {
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

  /// The quickest few of the cases with these errors: a change that does not help there is not
  /// tried further.
  Task quickest(const Failures& wrong) const {
    std::vector<std::pair<double, std::string>> order;
    for (const CaseResult& c : result_.cases)
      if (wrong.count(case_key(c.name)) != 0) order.emplace_back(checked_seconds(c.name), c.name);
    std::sort(order.begin(), order.end());
    const std::size_t most = endless_.empty() ? few : 1;
    if (order.size() > most) order.resize(most);
    for (const Finding& f : result_.findings) {
      if (wrong.count(finding_key(f)) == 0 || f.cases.empty()) continue;
      std::pair<double, std::string> best{1e9, ""};
      for (const CaseResult& c : result_.cases)
        if (std::find(f.cases.begin(), f.cases.end(), c.name) != f.cases.end())
          best = std::min(best, {checked_seconds(c.name), c.name});
      order.push_back(best);
    }
    Task task = all_;
    std::erase_if(task.cases, [&](const Case& c) {
      return std::none_of(order.begin(), order.end(),
                          [&](const auto& each) { return each.second == c.name; });
    });
    return task.cases.empty() ? all_ : task;
  }

  /// The CPU time limit in those few cases: a change that makes a loop endless should cost little.
  double limit_cpu_seconds(const Task& task) const {
    double longest = 0;
    for (const Case& c : task.cases) longest = std::max(longest, checked_seconds(c.name));
    return std::min(call_seconds, 0.5 + 10 * longest);
  }

  /// What is wrong with these proposals switched on. Contains "stopped" if not all cases ran.
  Failures failures_with(const std::vector<std::size_t>& on, const Task& task) {
    std::string numbers;
    for (const std::size_t p : on)
      numbers += (numbers.empty() ? "" : ",") + std::to_string(proposals_[p].number);
    Worker::Settings worker = run_.worker;
    worker.environment["SIMT_REMEDIES"] = numbers;
    // In all cases, a change that helps may take longer: where no block ran before, the fixed code
    // does more work. But it may also have become endless there.
    const bool all = &task == &all_;
    const double most =
        all ? std::max({call_seconds, seconds_left(), 2 * seconds_in_check()}) : call_seconds;
    worker.limits.wall_seconds = std::min(worker.limits.wall_seconds, busy * most);
    worker.limits.cpu_seconds =
        std::min(worker.limits.cpu_seconds, all ? most : limit_cpu_seconds(task));
    const TaskRun trial{.exercise = run_.exercise,
                        .task = task,
                        .sandbox = run_.sandbox,
                        .toolchain = toolchain_,
                        .builds = builds_,
                        .worker = std::move(worker),
                        .generated = run_.generated};
    const CheckOutcome outcome = check_cases(trial);
    ++made_;
    Failures wrong;
    // What lets all blocks do the work of one gives the right values, and is no fix.
    const auto repeats_work = [&](const Finding& f) {
      return f.cause.id == "race.equal-values" && known_.count(finding_key(f)) == 0;
    };
    for (const Finding& f : outcome.summary.findings)
      if (f.level == "error" || repeats_work(f)) wrong.insert(finding_key(f));
    for (const CheckedCase& c : outcome.cases) {
      if (c.found.verdict != Verdict::ok) wrong.insert(case_key(task.cases[c.index].name));
    }
    if (outcome.stopped.known()) wrong.insert(stopped);
    return wrong;
  }

  struct Better {
    std::vector<std::size_t> on;
    Failures left;            // in all cases
    bool all_needed = false;  // each proposal alone leaves something wrong
  };

  /// Each proposal, and for findings also pairs of two barriers or two fences.
  std::vector<std::vector<std::size_t>> singles_and_pairs(const std::vector<std::size_t>& chosen,
                                                          const Failures& now) const {
    std::vector<std::vector<std::size_t>> all;
    std::vector<std::size_t> in_pairs;
    const auto add_pairs = [&] {
      for (std::size_t b = 1; b < in_pairs.size(); ++b)
        for (std::size_t a = 0; a < b; ++a)
          if (proposals_[in_pairs[a]].remedy.code == proposals_[in_pairs[b]].remedy.code)
            all.push_back({in_pairs[a], in_pairs[b]});
    };
    for (std::size_t p = 0; p < proposals_.size(); ++p) {
      if (p == of_findings_) add_pairs();
      if (proposals_[p].insertions.empty()) continue;
      if (std::find(chosen.begin(), chosen.end(), p) != chosen.end()) continue;
      all.push_back({p});
      const std::string& id = proposals_[p].remedy.id;
      if (p < of_findings_ && in_pairs.size() < most_in_pairs &&
          (id == "statement.after" || id == "loop.end"))
        in_pairs.push_back(p);
    }
    if (proposals_.size() <= of_findings_) add_pairs();
    // Beside what mended the findings, values come first.
    if (!chosen.empty() && !has_findings(now))
      std::stable_partition(all.begin(), all.end(),
                            [&](const auto& each) { return each.back() >= of_findings_; });
    return all;
  }

  /// For each finding the trial that leaves least of those in which it is gone and nothing is new,
  /// together: a program with several mistakes is right only without all of them. `of_all`: nothing
  /// where one of them is gone in no trial.
  static std::vector<std::size_t> one_for_each_finding(const std::vector<Better>& made,
                                                       const Failures& there, bool of_all) {
    std::set<std::size_t> on;
    Failures left = there;
    for (const std::string& each : there) {
      if (!is_finding(each) || left.count(each) == 0) continue;
      const Better* best = nullptr;
      for (const Better& t : made)
        if (t.left.count(each) == 0 && (!best || t.left.size() < best->left.size()) &&
            std::includes(there.begin(), there.end(), t.left.begin(), t.left.end()))
          best = &t;
      if (!best && of_all) return {};
      if (!best) continue;
      on.insert(best->on.begin(), best->on.end());
      std::erase_if(left, [&](const std::string& w) { return best->left.count(w) == 0; });
    }
    return {on.begin(), on.end()};
  }

  /// Whether a fix that was tried in all cases leaves other wrong values, and no finding of those
  /// that `now` has: what is left is another mistake.
  bool mends_findings(const Better& trial, const Failures& now) const {
    return trial.on.back() < of_findings_ && trial.left.size() < now.size() && has_findings(now) &&
           !has_findings(trial.left) && trial.left.count(stopped) == 0;
  }

  /// Whether what one leaves wrong is right with the other: a program with two slips needs both.
  static bool are_complementary(const Better& a, const Better& b) {
    return std::none_of(a.left.begin(), a.left.end(),
                        [&](const std::string& wrong) { return b.left.count(wrong) != 0; });
  }

  /// The proposals of both; `b` ends with its own one.
  static std::vector<std::size_t> joined_with(const Better& a, const Better& b) {
    std::vector<std::size_t> on = a.on;
    for (const std::size_t p : b.on)
      if (std::find(on.begin(), on.end(), p) == on.end()) on.push_back(p);
    return on;
  }

  /// The chosen proposals and one more: the first that leaves nothing wrong, otherwise the one that
  /// leaves least, and less than `now`. A change that leaves nothing wrong in a few cases is tried
  /// in all of them at once. One that helps partly waits until half of the time is over, because a
  /// race is sometimes right by chance; but two that help in different cases are tried together.
  std::optional<Better> best_beside(const std::vector<std::size_t>& chosen, const Failures& now) {
    Task some = quickest(now);
    Failures there = failures_with(chosen, some);
    if (there.empty()) {  // may use all cores, one after the other
      some = all_;
      there = failures_with(chosen, some);
    }
    if (there.empty()) return std::nullopt;  // it helped by chance, or trials are over
    std::vector<Better> trials;
    for (const auto& more : singles_and_pairs(chosen, now)) {
      trials.push_back({chosen, {}});
      trials.back().on.insert(trials.back().on.end(), more.begin(), more.end());
    }
    std::optional<Better> best;
    const auto try_in_all = [&](Better& trial) {
      trial.left = failures_with(trial.on, all_);
      if (trial.left.size() < (best ? best->left : now).size()) best = trial;
      return best && best->left.empty();
    };
    // If a launch was refused before, the fixed program does more work: the cases share the whole
    // time.
    const bool refused = std::any_of(there.begin(), there.end(), [](const std::string& w) {
      return w.starts_with("api-error ");
    });
    const auto seems_right = [&](const Failures& left) {
      return left.empty() || (refused && left.count(stopped) != 0 &&
                              std::none_of(left.begin(), left.end(), is_finding));
    };
    std::vector<Better*> waiting;
    const double half = seconds_left() / 2;
    std::vector<Better> made;  // of findings alone
    std::set<std::vector<std::size_t>> combined;
    int joined = 0;
    for (std::size_t first = 0; first < trials.size(); first += at_once_) {
      cut_short_ = !in_time() ||
                   (seconds_left() < half && made_ >= always_tried && (best || !waiting.empty()));
      if (cut_short_) break;
      const std::size_t end = std::min(trials.size(), first + at_once_);
      std::vector<std::function<void()>> jobs;
      for (std::size_t t = first; t < end; ++t)
        jobs.emplace_back([&, t] { trials[t].left = failures_with(trials[t].on, some); });
      run_all(jobs);
      for (std::size_t t = first; t < end && in_time(); ++t) {
        if (trials[t].on.back() < of_findings_) made.push_back(trials[t]);
        if (seems_right(trials[t].left)) {
          if (try_in_all(trials[t]) || mends_findings(trials[t], now)) return best;
        } else if (in_part_ && trials[t].left.size() < there.size()) {
          for (const Better* other : waiting) {
            if (!are_complementary(*other, trials[t]) || !in_time()) continue;
            if (++joined > most_joined) break;
            Better both{joined_with(*other, trials[t]), {}, chosen.empty()};
            both.left = failures_with(both.on, some);
            if (both.left.empty() && try_in_all(both)) return best;
          }
          waiting.push_back(&trials[t]);
        }
      }
      const bool all_of_findings = end == trials.size() || trials[end].on.back() >= of_findings_;
      if (made.empty()) continue;
      Better together{one_for_each_finding(made, there, !all_of_findings), {}};
      if (all_of_findings) made.clear();
      if (together.on.size() < chosen.size() + 2 || together.on.size() > most_together ||
          !combined.insert(together.on).second)
        continue;
      together.left = failures_with(together.on, some);
      if (together.left.empty() && try_in_all(together)) return best;
    }
    std::stable_sort(waiting.begin(), waiting.end(), [](const Better* a, const Better* b) {
      return a->left.size() < b->left.size();
    });
    for (Better* trial : waiting) {
      if (!in_time() || try_in_all(*trial)) break;
    }
    return best;
  }

  /// Removes changes that only seemed to help, by chance or because of another one.
  void leave_out_needless(std::vector<std::size_t>& chosen, Failures& left) {
    for (std::size_t i = chosen.size(); i-- > 0 && chosen.size() > 1 && in_time();) {
      std::vector<std::size_t> fewer = chosen;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      Failures then = failures_with(fewer, all_);
      if (then.size() > left.size()) continue;
      chosen = std::move(fewer);
      left = std::move(then);
    }
  }

  TriedRemedy outcome(const std::vector<std::size_t>& chosen, const Failures& before,
                      const Failures& left) const {
    TriedRemedy tried;
    for (const std::size_t p : chosen) {
      tried.changes.push_back(proposals_[p].remedy);
      const auto& others = proposals_[p].others;
      tried.changes.insert(tried.changes.end(), others.begin(), others.end());
    }
    for (const std::string& each : before)
      if (left.count(each) == 0) tried.gone.push_back(each);
    tried.left.assign(left.begin(), left.end());
    tried.cases = static_cast<int>(all_.cases.size());
    tried.outcome = left.empty() ? TriedRemedy::Outcome::right : TriedRemedy::Outcome::less;
    if (!left.empty() && cut_short_) tried.seconds = seconds_taken();
    return tried;
  }

  const TaskRun& run_;
  const TaskResult& result_;
  const RemedyPlan& plan_;
  Task all_;        // with the chosen cases
  double seconds_;  // for trials
  Toolchain toolchain_;
  std::string endless_;  // the case whose call does not end, or ""
  Failures known_;       // findings of the grade, advice as well
  std::vector<Proposal> proposals_;
  std::size_t of_findings_ = 0;  // the first ones are from findings
  bool in_part_ = true;          // partial help counts; not for slips, which help by chance
  ConstantBuilds builds_;
  Clock::time_point begin_;
  std::atomic<int> made_{0};  // trials so far
  bool cut_short_ = false;    // the time was over before all were tried
  // A trial with races uses one core, and some memory.
  const std::size_t at_once_ = std::min<std::size_t>(thread_share(), most_at_once);
};

}  // namespace

bool is_fixable(const TaskResult& result) {
  const bool wrong = is_students_fault(result.verdict) || is_students_fault(result.check.verdict);
  return wrong && !result.check.cases.empty();
}

std::optional<TriedRemedy> try_remedies(const TaskRun& run, const TaskResult& result,
                                        const RemedyPlan& plan) {
  // A trial that cannot be made is not a failure of the grade.
  try {
    return Trials(run, result, plan).run();
  } catch (const GraderError& error) {
    plan.on_error(error.what());
  } catch (const fs::filesystem_error& error) {
    plan.on_error(error.what());
  }
  return std::nullopt;
}

}  // namespace warpgrade
