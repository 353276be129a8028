#include "memcheck/check_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <tuple>

#include "cases/fair_call.h"
#include "cases/launched_code.h"
#include "diagnosis/endless_loop.h"
#include "memcheck/build_addresses.h"
#include "memcheck/check_doubt.h"
#include "memcheck/check_worker.h"
#include "model/check_order.h"

namespace warpgrade {
namespace {

/// The check runs cases with up to this many operations: some tenths of a second.
constexpr double small_work = 4e7;

/// Share of the largest case's operations: if all checked cases have fewer, most of the code may
/// never have reached a loop's second iteration.
constexpr double smallest_share = 1.0 / 256;

/// Wall-clock limit of all calls: ten times what they take on a slow machine.
constexpr double most_seconds = 300;

/// After this many bad ends with different causes, the student has enough to fix.
constexpr std::size_t most_bad_ends = 3;

/// Whether a finding explains how the call ended.
bool is_explained(const CheckReport& report) {
  return std::any_of(report.findings.begin(), report.findings.end(),
                     [](const CheckFinding& f) { return f.error && f.kind != endless_loop; });
}

/// A late call is not an endless one.
void forget_endless_loops(CheckReport& report) {
  std::erase_if(report.findings, [](const CheckFinding& f) { return f.kind == endless_loop; });
}

/// Equal for ends with the same cause, such as a grid that is empty in all small cases.
std::string mistake_key(const CallVerdict& found) {
  if (found.detail.empty()) return std::string(name(found.verdict));
  const Cause& first = found.detail.front();
  return fmt::format("{} {} {}", name(found.verdict), cause_key(first), first.fact("place"));
}

}  // namespace

bool is_checked(const TaskRun& run, const Case& c) {
  return c.check.value_or(least_work(run, c).flops <= small_work);
}

class TaskCheck::Impl {
 public:
  Impl(TaskRun run, UncheckedCall unchecked, OnFirstErrors on_first)
      : run_(std::move(run)),
        unchecked_(std::move(unchecked)),
        on_first_(std::move(on_first)),
        worker_(run_),
        addresses_(run_.toolchain) {}

  void make(bool hidden) {
    const auto& cases = run_.task.cases;
    if (works_.empty()) choose_cases();
    for (const CheckCandidate& each : order_) {
      if (cases[each.index].hidden != hidden) continue;
      if (is_over())
        not_run_.push_back(each.index);
      else if (too_slow_from_ && each.flops >= *too_slow_from_)
        leave_out(cases[each.index], "as large");
      else
        check(each.index, works_[each.index]);
      report_first_errors();
    }
    worker_.end();
  }

  CheckOutcome outcome() {
    const auto& cases = run_.task.cases;
    outcome_.only_small = !outcome_.left_out.empty() && is_only_small();
    put_in_order();
    note_not_run(std::move(not_run_));
    outcome_.printed = worker_.take_printed();
    outcome_.hidden_printed = worker_.take_hidden_printed();
    std::tie(outcome_.doubt, outcome_.doubt_hidden) = doubt_.combined();
    outcome_.summary = make_summary(calls_);
    if (!outcome_.cases.empty())
      name_endless_loops(outcome_.summary.findings, run_.builds.of(cases.front()).submission);
    return std::move(outcome_);
  }

 private:
  void choose_cases() {
    const auto& cases = run_.task.cases;
    works_.resize(cases.size());
    std::vector<CheckCandidate> candidates;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (!is_checked(run_, cases[i])) continue;
      works_[i] = least_work(run_, cases[i]);
      candidates.push_back({i, works_[i].flops});
    }
    order_ = in_order_of_check(cases, std::move(candidates));
  }

  void check(std::size_t index, const Work& work) {
    const Case& c = run_.task.cases[index];
    run_.announce_call();
    const auto generated = generated_case(run_, c);
    const CallImage image = worker_.compose_image(c, *generated);
    worker_.serve(index);
    CheckedAttempt made = attempt(c, *generated, image);
    worker_.note_served();
    CheckEnd end = CheckEnd::open;
    if (!made.found.completed) end = weigh_end(index, work, *generated, image, made);
    auto& [outcome, report, found] = made;
    keep_what_counts(report, index, found.verdict, end);
    if (!c.hidden) outcome_.more_findings += report.more_findings;
    check_for_doubt(c, image, made, work.flops > 0);
    if (!found.completed && end == CheckEnd::open) note_bad_end(c, found, outcome);
    if (outcome.reply) symbols_.add(*outcome.reply, run_.builds.of(c), outcome_.kernels);
    const bool launched = !report.kernels.empty();
    outcome_.cases.push_back({index, std::move(found), work.flops > 0, outcome.seconds,
                              outcome.cpu_seconds, end, launched});
    if (run_.seconds > 0 && worker_.seconds() > most_seconds && !is_over()) note_time(c, image);
    calls_.push_back({c.name, c.hidden, work.flops, work.bytes, std::move(report)});
  }

  /// Keeps the valid parts of a call's report.
  void keep_what_counts(CheckReport& report, std::size_t index, Verdict verdict, CheckEnd end) {
    if (verdict != Verdict::timeout || end != CheckEnd::open || !is_late_too(index))
      forget_endless_loops(report);
    // Counts of an unfinished call do not represent the whole.
    if (end == CheckEnd::too_slow) report.kernels.clear();
    addresses_.tag(report, run_.builds.of(run_.task.cases[index]));
  }

  void check_for_doubt(const Case& c, const CallImage& image, const CheckedAttempt& made,
                       bool has_work) {
    const bool completed = made.found.completed;
    const bool watched = completed && made.outcome.reply->checked != 0;
    if (completed && !watched) note_unwatched(c, image);
    if (!watched && !made.report.tampered) return;
    doubt_.examine_call(c, run_.builds.of(c), made.report, image, made.outcome, run_.task);
    if (has_work && completed) doubt_.note_work(!made.report.kernels.empty());
  }

  /// Decides whether this grader was built wrongly, or only the submission's process claims so.
  void note_unwatched(const Case& c, const CallImage& image) {
    if (run_.witness == nullptr || !machine_trouble(c, image).empty())
      outcome_.unwatched = true;
    else
      doubt_.add(because("doubt.unwatched"), c);
  }

  CheckSummary make_summary(const std::vector<CheckedCall>& calls) const {
    return summarise(
        calls, [&](const std::set<std::uint64_t>& tagged) { return addresses_.find_lines(tagged); },
        [&](const std::string& file) {
          const auto& folder = run_.builds.of(run_.task.cases.front()).submission;
          std::ostringstream text;
          text << std::ifstream(folder / file).rdbuf();
          return text.str();
        });
  }

  /// Reports the errors of the last call, once.
  void report_first_errors() {
    if (!on_first_ || reported_ || calls_.empty() || calls_.back().hidden ||
        !is_explained(calls_.back().report))
      return;
    reported_ = true;
    on_first_(make_summary({calls_.back()}).findings);
  }

  /// Sorts by the task's cases, so that the report does not depend on the order of calls.
  void put_in_order() {
    const auto& cases = run_.task.cases;
    std::stable_sort(outcome_.cases.begin(), outcome_.cases.end(),
                     [](const CheckedCase& a, const CheckedCase& b) { return a.index < b.index; });
    const auto place = [&](const CheckedCall& call) {
      return std::find_if(cases.begin(), cases.end(),
                          [&](const Case& c) { return c.name == call.case_name; });
    };
    std::stable_sort(calls_.begin(), calls_.end(), [&](const CheckedCall& a, const CheckedCall& b) {
      return place(a) < place(b);
    });
  }

  /// Whether the checked cases are much smaller than those left out as too slow.
  bool is_only_small() const {
    double wanted = 0, watched = 0;
    for (const Work& work : works_) wanted = std::max(wanted, work.flops);
    for (const CheckedCase& checked : outcome_.cases)
      if (checked.found.completed) watched = std::max(watched, works_[checked.index].flops);
    return watched < smallest_share * wanted;
  }

  void note_not_run(std::vector<std::size_t> indices) {
    std::sort(indices.begin(), indices.end());
    for (const std::size_t i : indices) {
      const Case& c = run_.task.cases[i];
      if (c.hidden)
        ++outcome_.hidden_not_run;
      else
        outcome_.not_run.push_back(c.name);
    }
  }

  bool is_over() const { return outcome_.stopped.known() || !outcome_.aborted.empty(); }

  CheckedAttempt attempt(const Case& c, const GeneratedCase& generated, const CallImage& image) {
    CheckedAttempt made = worker_.call(generated, image);
    if (is_chance(c, image, made.found, false)) {
      made = worker_.call(generated, image);
      is_chance(c, image, made.found, true);
    }
    return made;
  }

  /// Whether the case's call does not end without the check, either.
  bool is_late_too(std::size_t index) const {
    if (!unchecked_) return false;
    const std::optional<Unchecked> without = unchecked_(index);
    return without && !without->in_time;
  }

  /// Classifies a call that did not return. It may be repeated; then the repetition counts.
  CheckEnd weigh_end(std::size_t index, const Work& work, const GeneratedCase& generated,
                     const CallImage& image, CheckedAttempt& made) {
    const Case& c = run_.task.cases[index];
    const Verdict ended = made.found.verdict;
    if (!unchecked_ || run_.witness == nullptr || !is_students_fault(ended) ||
        is_explained(made.report))
      return CheckEnd::open;
    const std::optional<Unchecked> without = unchecked_(index);
    if (!without || !without->right) return CheckEnd::open;
    const bool by_size = ended == Verdict::timeout || ended == Verdict::memory_limit;
    if (by_size && may_be_too_slow(*without, work.flops, worker_.most_cpu_seconds())) {
      leave_out(c, name(ended));
      too_slow_from_ = std::min(work.flops, too_slow_from_.value_or(work.flops));
      return CheckEnd::too_slow;
    }
    worker_.renew();
    made = attempt(c, generated, image);
    if (made.found.completed || !is_students_fault(made.found.verdict) || is_explained(made.report))
      return CheckEnd::open;
    if (const Causes witness_trouble = machine_trouble(c, image); !witness_trouble.empty()) {
      made.found.detail = blame_machine(witness_trouble);
      return CheckEnd::open;
    }
    Causes how = made.found.detail;
    how.insert(how.begin(), because("check.ended-twice", {{"case", c.name}}));
    break_off(c, made.found.verdict, std::move(how));
    return CheckEnd::by_submission;
  }

  void break_off(const Case& c, Verdict by, Causes how) {
    how.push_back(because("check.right-without"));
    outcome_.aborted = std::move(how);
    outcome_.aborted_by = by;
    outcome_.stopped_hidden = c.hidden;
  }

  void leave_out(const Case& c, std::string_view why) {
    outcome_.left_out.push_back(fmt::format("{} ({})", c.name, why));
    if (!c.hidden) outcome_.left_out_shown.push_back(outcome_.left_out.back());
    outcome_.left_out_hidden = outcome_.left_out_hidden || c.hidden;
  }

  /// All calls together have used up their time.
  void note_time(const Case& last, const CallImage& image) {
    const std::string seconds = fmt::format("{:.1f}", worker_.seconds());
    outcome_.stopped = because("check.out-of-time", {{"case", last.name}, {"seconds", seconds}});
    outcome_.stopped_hidden = last.hidden;
    if (!unchecked_ || run_.witness == nullptr || waited() < most_seconds / 2) return;
    if (!machine_trouble(last, image).empty()) return;
    break_off(last, Verdict::timeout,
              {because("check.slow-calls", {{"case", last.name}, {"seconds", seconds}})});
    outcome_.stopped = {};
  }

  /// Seconds of calls that returned, beyond the possible overhead of the check.
  double waited() const {
    double sum = 0;
    for (const CheckedCase& checked : outcome_.cases) {
      if (!checked.found.completed || checked.seconds < longest_when_checked(0)) continue;
      const std::optional<Unchecked> without = unchecked_(checked.index);
      if (without && without->right)
        sum += std::max(0.0, checked.seconds - longest_when_checked(without->seconds));
    }
    return sum;
  }

  Causes machine_trouble(const Case& c, const CallImage& image) const {
    return run_.witness->trouble(run_, c.constants, CpuMode::check, image);
  }

  /// Called if a call's failure may be the machine's. Returns true if the call should be repeated.
  bool is_chance(const Case& c, const CallImage& image, CallVerdict& found, bool again) {
    if (!found.doubtful || run_.witness == nullptr) return false;
    worker_.renew();  // frees memory that other processes need
    const Causes witness_trouble = machine_trouble(c, image);
    if (!witness_trouble.empty()) {
      found.detail = blame_machine(witness_trouble);
      return false;
    }
    if (!again) return true;
    if (found.claim.known()) doubt_.add({"doubt.claimed", found.claim.facts}, c);
    found.verdict = found.if_submission_fault;
    return false;
  }

  void note_bad_end(const Case& c, const CallVerdict& found, const CallOutcome& outcome) {
    if (found.verdict == Verdict::timeout)
      outcome_.stopped =
          because("check.endless-call",
                  {{"seconds", fmt::format("{:.0f}", outcome.seconds)}, {"case", c.name}});
    else if (bad_ends_.insert(mistake_key(found)).second && bad_ends_.size() == most_bad_ends)
      outcome_.stopped = because("check.bad-ends", {{"count", bad_ends_.size()}, {"case", c.name}});
    outcome_.stopped_hidden = outcome_.stopped.known() && c.hidden;
  }

  const TaskRun run_;
  const UncheckedCall unchecked_;
  const OnFirstErrors on_first_;
  CheckWorker worker_;
  BuildAddresses addresses_;
  CodeSymbols symbols_;
  std::vector<Work> works_;            // by case
  std::vector<CheckCandidate> order_;  // of the checked cases
  std::vector<std::size_t> not_run_;
  CheckDoubt doubt_;
  bool reported_ = false;
  std::vector<CheckedCall> calls_;
  CheckOutcome outcome_;
  std::set<std::string> bad_ends_;       // their causes
  std::optional<double> too_slow_from_;  // operations of the smallest case left out
};

TaskCheck::TaskCheck(TaskRun run, UncheckedCall unchecked, OnFirstErrors on_first)
    : impl_(std::make_unique<Impl>(std::move(run), std::move(unchecked), std::move(on_first))) {}
TaskCheck::~TaskCheck() = default;
void TaskCheck::make(bool hidden) { impl_->make(hidden); }
CheckOutcome TaskCheck::outcome() { return impl_->outcome(); }

CheckOutcome check_cases(const TaskRun& run) {
  TaskCheck check(run);
  for (const bool hidden : {false, true}) check.make(hidden);
  return check.outcome();
}

}  // namespace warpgrade
