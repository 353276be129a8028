#include "trials/try_remedies.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <functional>
#include <set>

#include "base/parallel_for.h"
#include "memcheck/check_task.h"
#include "trials/build_proposals.h"
#include "trials/combinations.h"
#include "trials/trial_cases.h"
#include "trials/trial_runs.h"

namespace warpgrade {
namespace {

using remedy::Proposal;

constexpr std::size_t most_together = 3;
constexpr std::size_t most_at_once = 4;
constexpr std::size_t most_in_turn = 4;  // trials of one core before results are looked at
// Trials take longer on a busy machine. This many are made even then, within this multiple of the
// time.
constexpr int always_tried = 192;
constexpr double most_patience = 3;
constexpr int most_stops = 2;
/// A copy whose inner loops choose among changes can be this many times slower.
constexpr double slowest_copy = 16;
/// The time of a trial, in that of the copy without changes: on a busy machine no two are alike.
constexpr double margin = 3;
constexpr int most_joined = 12;  // pairs of proposals that each make other cases right
/// The ratio of wall-clock to CPU time that is allowed when many programs share the cores.
constexpr double busy = 10;

class Search {
 public:
  Search(const TaskRun& run, const TaskResult& result, const RemedyPlan& plan)
      : run_(run),
        result_(result),
        plan_(plan),
        cases_(run.task, result, [&](const Case& c) { return is_checked(run, c); }),
        seconds_(plan.seconds),
        toolchain_(plan.machine.root, plan.machine.work, plan.machine.sandbox) {
    for (const Finding& f : result.findings) known_.insert(finding_key(f));
  }

  std::optional<TriedRemedy> run() {
    if (cases_.all().cases.empty()) return std::nullopt;
    Failures before = cases_.known_failures();
    if (before.empty()) return std::nullopt;
    begin_ = Clock::now();
    if (!cases_.endless().empty()) return found_among(Origin::findings, before);
    const auto likely = found_among(Origin::findings_and_values, before);
    if (likely && likely->outcome == TriedRemedy::Outcome::right) return likely;
    // Nothing leaks where a wrong test leaves out the whole branch.
    if (std::all_of(before.begin(), before.end(),
                    [](const std::string& each) { return each.starts_with("leak "); }))
      return likely;
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
    const std::size_t kept = kept_.size();
    Failures left = kept > 0 ? left_with_kept_ : before;
    built_ = build_proposals(run_, result_, plan_, toolchain_, origin, cases_.quickest(left).cases,
                             kept_);
    begin_ += Clock::now() - asked;  // builds do not count
    if (!built_) return std::nullopt;
    runs_.emplace(run_, toolchain_, built_->builds, known_);
    in_part_ = origin != Origin::slips;
    std::vector<std::size_t> chosen;
    for (std::size_t i = built_->proposals.size() - kept; i < built_->proposals.size(); ++i)
      chosen.push_back(i);
    bool all_needed = false;
    while (chosen.size() < most_together && !left.empty() && in_time()) {
      const auto better = best_beside(chosen, left);
      if (!better) break;
      all_needed = better->all_needed;
      chosen = better->on;
      left = better->left;
    }
    if (!all_needed) leave_out_needless(chosen, left);
    if (chosen.empty()) return nothing();
    // On a GPU, unwritten memory may be 0 by luck, so the grade found these values right. Trials do
    // not.
    if (!std::includes(before.begin(), before.end(), left.begin(), left.end()))
      before.merge(failures_in_all({}));
    if (origin != Origin::slips) keep(chosen, before, left);
    if (!helps(before, left)) return nothing();
    return outcome(chosen, before, left);
  }

  /// For later trials: changes that remove all findings and leave wrong values, which another
  /// mistake causes. That another change removes the findings, too, shows when all are left out
  /// that are not needed.
  void keep(const std::vector<std::size_t>& chosen, const Failures& before, const Failures& left) {
    if (left.empty() || !has_findings(before) || has_findings(left) || left.count(stopped) != 0 ||
        !std::includes(before.begin(), before.end(), left.begin(), left.end()))
      return;
    for (const std::size_t p : chosen) kept_.push_back(built_->proposals[p]);
    left_with_kept_ = left;
    for (const std::string& each : before)
      if (is_finding(each)) gone_with_kept_.push_back(each);
  }

  static double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
  }
  double seconds_left() const { return seconds_ - seconds_since(begin_); }
  bool in_time() const {
    return seconds_left() > 0 ||
           (made_ < always_tried && seconds_left() > (1 - most_patience) * seconds_);
  }

  TriedRemedy nothing() const {
    TriedRemedy tried;
    tried.outcome = TriedRemedy::Outcome::none;
    tried.gone = gone_with_kept_;
    if (cut_short_) tried.seconds = seconds_taken();
    return tried;
  }

  int seconds_taken() const {
    return static_cast<int>(std::ceil(seconds_ - std::min(seconds_left(), seconds_)));
  }

  std::string numbers(const std::vector<std::size_t>& on) const {
    std::string all;
    for (const std::size_t p : on)
      all += (all.empty() ? "" : ",") + std::to_string(built_->proposals[p].number);
    return all;
  }

  /// Builds what these cases need.
  bool is_built_for(const Task& task) {
    const Clock::time_point asked = Clock::now();
    const bool built = build_for(task.cases, run_, toolchain_, *built_);
    begin_ += Clock::now() - asked;
    return built;
  }

  static constexpr std::size_t any = ~std::size_t{0};

  /// CPU seconds of a call in these cases, if the copy is as fast as the file.
  double usual_limit(const Task& few) const {
    return std::min(longest_trial_call, 0.5 + 10 * cases_.longest(few));
  }

  /// What is wrong with these proposals in a few cases. A change that makes a loop endless should
  /// cost little.
  Failures failures_in(const Task& few, const std::vector<std::size_t>& on,
                       std::size_t enough = any) {
    ++made_;
    return runs_->failures({.on = numbers(on),
                            .task = few,
                            .cpu_seconds = slowness_ * usual_limit(few),
                            .wall_seconds = slowness_ * busy * longest_trial_call,
                            .enough = enough,
                            .alone_on_core = true});
  }

  /// The same in all cases. There, a change that helps may take longer: where no block ran before,
  /// the fixed code does more work. But it may also have become endless, so the first few alone get
  /// that time.
  Failures failures_in_all(const std::vector<std::size_t>& on, std::size_t enough = any) {
    if (!is_built_for(cases_.all())) return {stopped};
    ++made_;
    const bool patient = refused_ || stops_ < most_stops;
    const double most = std::max({longest_trial_call, patient ? most_patience * seconds_ : 0,
                                  seconds_left(), 2 * cases_.seconds(cases_.all())});
    Failures left = runs_->failures({.on = numbers(on),
                                     .task = cases_.all(),
                                     .cpu_seconds = most,
                                     .wall_seconds = busy * most,
                                     .enough = enough});
    stops_ += left.count(stopped) != 0;
    return left;
  }

  /// Whether the cases that trials leave out are right with these proposals, which leave nothing
  /// wrong in the others, as far as they end in time.
  bool is_right_elsewhere(const std::vector<std::size_t>& on) {
    if (cases_.others().cases.empty()) return true;
    ++made_;
    const Failures left = runs_->failures({.on = numbers(on),
                                           .task = cases_.others(),
                                           .cpu_seconds = slowness_ * longest_trial_call,
                                           .wall_seconds = slowness_ * busy * longest_trial_call,
                                           .enough = 1});
    return left.empty() || left.count(stopped) != 0;
  }

  bool is_of_findings(const Tried& trial) const { return trial.on.back() < built_->of_findings; }

  /// Whether a fix that was tried in all cases leaves other wrong values, and no finding of those
  /// that `now` has: what is left is another mistake.
  bool mends_findings(const Tried& trial, const Failures& now) const {
    return is_of_findings(trial) && trial.left.size() < now.size() && has_findings(now) &&
           !has_findings(trial.left) && trial.left.count(stopped) == 0;
  }

  /// Runs trials in the few cases, several at once, up to the first that `is_enough`. Returns how
  /// many of them, from the first on, have run.
  template <class Failing, class Enough>
  std::size_t run_in_turn(std::size_t count, const Failing& failing, const Enough& is_enough) {
    std::atomic<std::size_t> end = count;
    std::vector<std::function<void()>> jobs;
    for (std::size_t i = 0; i < count; ++i)
      jobs.emplace_back([&, i] {
        if (i >= end) return;
        const bool late = !in_time();
        if (!late && !is_enough(failing(i))) return;
        const std::size_t here = late ? i : i + 1;
        for (std::size_t known = end; here < known && !end.compare_exchange_weak(known, here);) {
        }
      });
    compute_all(jobs, static_cast<unsigned>(at_once_));
    return end;
  }

  /// The chosen proposals and one more: the first that leaves nothing wrong, otherwise the one that
  /// leaves least, and less than `now`. The quickest wrong case is a sieve: a change that leaves it
  /// wrong is no fix. One that leaves nothing wrong in a few cases is tried in all of them at once.
  /// One that helps partly waits until the others are tried or most of the time is over, because a
  /// race is sometimes right by chance; but two that help in different cases are tried together.
  std::optional<Tried> best_beside(const std::vector<std::size_t>& chosen, const Failures& now) {
    Task some = cases_.quickest(now);
    if (!is_built_for(some)) return std::nullopt;
    Clock::time_point asked = Clock::now();
    Failures there = failures_in(some, chosen);
    if (there.count(stopped) != 0 && cases_.endless().empty() && slowness_ == 1) {
      slowness_ = slowest_copy;
      asked = Clock::now();
      there = failures_in(some, chosen);
    }
    if (there.count(stopped) == 0)
      slowness_ = std::clamp(margin * seconds_since(asked) / usual_limit(some), 1.0, slowest_copy);
    if (there.empty()) {  // may use all cores, one after the other
      some = cases_.all();
      there = failures_in_all(chosen);
    }
    if (there.empty()) return std::nullopt;  // it helped by chance, or trials are over
    std::vector<Tried> trials;
    for (const auto& more : singles_and_pairs(built_->proposals, built_->of_findings, chosen,
                                              !chosen.empty() && !has_findings(now))) {
      trials.push_back({.on = chosen, .left = {}});
      trials.back().on.insert(trials.back().on.end(), more.begin(), more.end());
    }
    std::optional<Tried> best;
    const auto try_in_all = [&](Tried& trial) {
      const std::size_t enough = best && !is_of_findings(trial) ? best->left.size() : now.size();
      trial.left = failures_in_all(trial.on, enough);
      if (trial.left.empty() && !is_right_elsewhere(trial.on)) trial.left = now;
      if (trial.left.size() < (best ? best->left : now).size()) best = trial;
      return best && best->left.empty();
    };
    // If a launch was refused before, the fixed program does more work: the cases share the whole
    // time.
    refused_ = std::any_of(there.begin(), there.end(),
                           [](const std::string& w) { return w.starts_with("api-error "); }) ||
               std::any_of(result_.cases.begin(), result_.cases.end(), [](const CaseResult& c) {
                 return !c.detail.empty() && c.detail.front().id == "cuda.error";
               });
    const auto seems_right = [&](const Failures& left) {
      return left.empty() || (refused_ && left.count(stopped) != 0 &&
                              std::none_of(left.begin(), left.end(), is_finding));
    };
    std::vector<Tried*> only_sieved, waiting;
    const double rest = seconds_left() / 4;
    const auto is_over = [&] {
      cut_short_ = !in_time() ||
                   (seconds_left() < rest && made_ >= always_tried && (best || !waiting.empty()));
      return cut_short_;
    };
    int joins = 0;
    /// True if it is right together with one before.
    const auto completes_another = [&](Tried& trial) {
      for (const Tried* other : waiting) {
        if (!are_complementary(*other, trial) || !in_time()) continue;
        if (++joins > most_joined) break;
        Tried both{joined(*other, trial), {}, chosen.empty()};
        both.left = failures_in(some, both.on, 1);
        if (both.left.empty() && try_in_all(both)) return true;
      }
      waiting.push_back(&trial);
      return false;
    };
    std::vector<Tried> made;  // of findings alone
    std::set<std::vector<std::size_t>> combined;
    for (std::size_t first = 0; first < trials.size() && !is_over();) {
      const std::size_t count = std::min(trials.size() - first, at_once_ * most_in_turn);
      const std::size_t ran = run_in_turn(
          count,
          [&](std::size_t i) -> const Failures& {
            Tried& trial = trials[first + i];
            trial.left = failures_in(some, trial.on, is_of_findings(trial) ? any : 1);
            return trial.left;
          },
          seems_right);
      for (std::size_t t = first; t < first + ran; ++t) {
        Tried& trial = trials[t];
        if (is_of_findings(trial)) made.push_back(trial);
        if (seems_right(trial.left)) {
          if (!in_time()) break;
          if (try_in_all(trial) || mends_findings(trial, now)) return best;
        } else if (in_part_ && !is_of_findings(trial)) {
          only_sieved.push_back(&trial);
        } else if (in_part_ && trial.left.size() < there.size() && completes_another(trial)) {
          return best;
        }
      }
      first += ran;
      const bool all_of_findings = first == trials.size() || !is_of_findings(trials[first]);
      if (made.empty()) continue;
      Tried together{.on = one_for_each_finding(made, there, !all_of_findings), .left = {}};
      if (all_of_findings) made.clear();
      if (together.on.size() < chosen.size() + 2 || together.on.size() > most_together ||
          !combined.insert(together.on).second)
        continue;
      together.left = failures_in(some, together.on, 1);
      if (together.left.empty() && try_in_all(together)) return best;
    }
    for (std::size_t first = 0; first < only_sieved.size() && !is_over();) {
      const std::size_t ran = run_in_turn(
          std::min(only_sieved.size() - first, at_once_ * most_in_turn),
          [&](std::size_t i) -> const Failures& {
            Tried& trial = *only_sieved[first + i];
            trial.left = failures_in(some, trial.on, there.size());
            return trial.left;
          },
          [](const Failures&) { return false; });
      for (std::size_t i = first; i < first + ran; ++i)
        if (only_sieved[i]->left.size() < there.size() && completes_another(*only_sieved[i]))
          return best;
      first += ran;
    }
    std::stable_sort(waiting.begin(), waiting.end(), [](const Tried* a, const Tried* b) {
      return a->left.size() < b->left.size();
    });
    // The other half is for what helps beside the best one.
    const double half = seconds_left() / 2;
    for (Tried* trial : waiting) {
      if (!in_time() || (best && seconds_left() < half) || try_in_all(*trial)) break;
    }
    return best;
  }

  /// Removes changes that only seemed to help, by chance or because of another one.
  void leave_out_needless(std::vector<std::size_t>& chosen, Failures& left) {
    for (std::size_t i = chosen.size(); i-- > 0 && chosen.size() > 1 && in_time();) {
      std::vector<std::size_t> fewer = chosen;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      Failures then = failures_in_all(fewer, left.size() + 1);
      if (then.size() > left.size() || (then.empty() && !is_right_elsewhere(fewer))) continue;
      chosen = std::move(fewer);
      left = std::move(then);
    }
  }

  TriedRemedy outcome(const std::vector<std::size_t>& chosen, const Failures& before,
                      const Failures& left) const {
    TriedRemedy tried;
    for (const std::size_t p : chosen) {
      tried.changes.push_back(built_->proposals[p].remedy);
      const auto& others = built_->proposals[p].others;
      tried.changes.insert(tried.changes.end(), others.begin(), others.end());
    }
    for (const std::string& each : before)
      if (left.count(each) == 0) tried.gone.push_back(each);
    tried.left.assign(left.begin(), left.end());
    tried.cases = static_cast<int>(cases_.all().cases.size());
    tried.outcome = left.empty() ? TriedRemedy::Outcome::right : TriedRemedy::Outcome::less;
    if (!left.empty() && cut_short_) tried.seconds = seconds_taken();
    return tried;
  }

  const TaskRun& run_;
  const TaskResult& result_;
  const RemedyPlan& plan_;
  const TrialCases cases_;
  double seconds_;  // for trials
  Toolchain toolchain_;
  Failures known_;  // findings of the grade, advice as well
  std::optional<BuiltProposals> built_;
  std::optional<TrialRuns> runs_;
  bool in_part_ = true;  // partial help counts; not for slips, which help by chance
  std::vector<Proposal> kept_;
  Failures left_with_kept_;
  std::vector<std::string> gone_with_kept_;
  Clock::time_point begin_;
  std::atomic<int> made_{0};  // trials so far
  bool refused_ = false;      // a launch of the student's program is
  int stops_ = 0;             // trials in all cases whose time was over
  double slowness_ = 1;       // by which calls of the copy that has all changes get more time
  bool cut_short_ = false;    // the time was over before all were tried
  // A trial uses one core, and some memory.
  const std::size_t at_once_ = std::min<std::size_t>(thread_share(), most_at_once);
};

}  // namespace

bool is_fixable(const TaskResult& result) {
  const bool wrong = is_students_fault(result.verdict) || is_students_fault(result.check.verdict);
  // A shared variable of which each thread has a copy needs another place. Changes elsewhere help
  // by chance.
  const bool copied = std::any_of(
      result.findings.begin(), result.findings.end(),
      [](const Finding& f) { return f.level == "error" && f.cause.id == "atomic.own-copy"; });
  return wrong && !copied && !result.check.cases.empty();
}

std::optional<TriedRemedy> try_remedies(const TaskRun& run, const TaskResult& result,
                                        const RemedyPlan& plan) {
  // Whatever prevents a trial, a mistake of ours included, does not make the grade fail.
  try {
    return Search(run, result, plan).run();
  } catch (const std::exception& error) {
    plan.on_error(error.what());
  }
  return std::nullopt;
}

}  // namespace warpgrade
