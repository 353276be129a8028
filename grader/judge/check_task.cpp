#include "judge/check_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>

#include "base/random.h"
#include "judge/check_order.h"
#include "judge/check_trust.h"
#include "judge/endless_loop.h"
#include "judge/fair_call.h"

namespace warpgrade {
namespace {

/// Operations of a case that the check still runs: some tenths of a second.
constexpr double small_work = 4e7;

/// That all its calls may take on the clock: ten times what they take on a slow machine.
constexpr double most_seconds = 300;

/// Of these many different causes: who has so much to mend has enough to do.
constexpr std::size_t most_bad_ends = 3;

class Checker {
 public:
  Checker(const TaskRun& run, const UncheckedCall& unchecked, const OnFirstErrors& on_first)
      : run_(run), unchecked_(unchecked), on_first_(on_first), worker_settings_(run.worker) {}

  CheckOutcome check() {
    const auto& cases = run_.task.cases;
    std::vector<Work> works(cases.size());
    std::vector<CheckCandidate> candidates;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (cases[i].check == false) continue;
      works[i] = work_of(run_, cases[i]);
      if (cases[i].check != true && works[i].flops > small_work) continue;
      candidates.push_back({i, works[i].flops});
    }
    std::vector<std::size_t> not_run;
    for (const CheckCandidate& each : in_order_of_check(cases, std::move(candidates))) {
      if (is_over())
        not_run.push_back(each.index);
      else if (too_slow_from_ && each.flops >= *too_slow_from_)
        leave_out(cases[each.index], "as large");
      else
        check(each.index, works[each.index]);
      tell_first_errors();
    }
    put_in_order();
    note_not_run(std::move(not_run));
    keep_output();
    if ((!outcome_.doubt.known() || hosts_work_) && launched_ == false)
      outcome_.doubt = because("doubt.no-kernel"), outcome_.doubt_hidden = false;
    outcome_.summary =
        summarise(calls_, [&](const std::set<std::uint64_t>& tagged) { return lines_of(tagged); });
    if (build_ != nullptr) name_endless_loops(outcome_.summary.findings, build_->submission);
    return std::move(outcome_);
  }

 private:
  void check(std::size_t index, const Work& work) {
    const Case& c = run_.task.cases[index];
    run_.tell(c, 0);
    const auto kept = generated_of(run_, c);
    const GeneratedCase& generated = *kept;
    const CallImage image = image_of(c, generated);
    use_build_of(c);
    // A process that has seen a hidden case could tell of it in another one.
    if (worker_ && worker_hidden_ && !c.hidden) end_worker();
    if (worker_ && !worker_hidden_ && c.hidden) keep_output();
    worker_hidden_ = c.hidden;
    // Nobody can tell which blocks are looked at, and the same grade again looks at the same.
    sampling_ = static_cast<std::uint32_t>(
        derive_seed(run_.seed, run_.task.entry + "/" + c.name + "/sampling"));
    Attempt made = attempt(c, generated, image);
    served_.push_back(index);
    CheckEnd end = CheckEnd::open;
    if (!made.found.came_back) end = weigh_end(index, work, generated, image, made);
    auto& [outcome, report, found] = made;
    if (made.found.verdict != Verdict::timeout || end != CheckEnd::open || !is_late_too(index))
      forget_looks(report);
    // What was counted until then says nothing of the whole.
    if (end == CheckEnd::too_slow) report.kernels.clear();
    for (const KernelCosts& kernel : report.kernels) outcome_.kernels.insert(kernel.kernel);
    tag_addresses(report);
    if (!c.hidden) outcome_.more_findings += report.more_findings;
    CheckedCase checked{index, std::move(found),       work.flops > 0, outcome.seconds,
                        end,   !report.kernels.empty()};
    if (checked.found.came_back && outcome.reply->checked == 0) note_unwatched(c, image);
    if ((checked.found.came_back && outcome.reply->checked != 0) || report.meddled) {
      look_for_doubt(c, report, image, outcome);
      if (checked.has_work && checked.found.came_back)
        launched_ = launched_.value_or(false) || !report.kernels.empty();
    }
    if (!checked.found.came_back && end == CheckEnd::open) note_bad_end(c, checked.found, outcome);
    outcome_.cases.push_back(std::move(checked));
    if (run_.seconds > 0 && seconds_ > most_seconds && !is_over()) note_time(c, image);
    calls_.push_back({c.name, c.hidden, work.flops, work.bytes, std::move(report)});
  }

  /// Once, of the call that was made last.
  void tell_first_errors() {
    if (!on_first_ || told_ || calls_.empty() || calls_.back().hidden ||
        !is_explained(calls_.back().report))
      return;
    told_ = true;
    on_first_(summarise({calls_.back()}, [&](const std::set<std::uint64_t>& tagged) {
                return lines_of(tagged);
              }).findings);
  }

  /// Of the task's cases, so that the report does not depend on which came first.
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

  struct Attempt {
    CallOutcome outcome;
    CheckReport report;
    CallVerdict found;
  };

  bool is_over() const { return outcome_.stopped.known() || !outcome_.broken_off.empty(); }

  Attempt call_once(const Case& c, const GeneratedCase& generated, const CallImage& image) {
    Attempt made{call(image), {}, {}};
    made.report = read_check_report(made.outcome.report, run_.builds.of(c).submission);
    seconds_ += made.outcome.seconds;
    if (made.report.again_serially && !serial_) {
      serial_ = true;
      worker_settings_.engine_threads = 1;
      const std::vector<std::size_t> before = served_;
      renew_worker();
      replay(before);
      return call_once(c, generated, image);
    }
    made.found = verify(run_, c, generated, image, made.outcome);
    return made;
  }

  /// As the first call of a grade gets them.
  CallImage image_of(const Case& c, const GeneratedCase& generated) const {
    return compose_call(run_, generated.problem, Poison::finite,
                        derive_seed(run_.seed, run_.task.entry + "/" + c.name + "/poison", 0));
  }

  /// What goes wrong in a call may need what an earlier one left: memory of another size. Of these
  /// all has been told already.
  void replay(const std::vector<std::size_t>& cases) {
    for (const std::size_t index : cases) {
      const Case& c = run_.task.cases[index];
      if (!worker_->alive()) return;
      seconds_ += call(image_of(c, *generated_of(run_, c))).seconds;
      served_.push_back(index);
    }
    worker_->take_output();
  }

  Attempt attempt(const Case& c, const GeneratedCase& generated, const CallImage& image) {
    Attempt made = call_once(c, generated, image);
    if (is_chance(c, image, made.found, false)) {
      made = call_once(c, generated, image);
      is_chance(c, image, made.found, true);
    }
    return made;
  }

  /// Whether what the check found explains how the call ended.
  static bool is_explained(const CheckReport& report) {
    return std::any_of(report.findings.begin(), report.findings.end(),
                       [](const CheckFinding& f) { return f.error && f.kind != endless_loop; });
  }

  /// Whether the case's call does not end without the check either.
  bool is_late_too(std::size_t index) const {
    if (!unchecked_) return false;
    const std::optional<Unchecked> without = unchecked_(index);
    return without && !without->right;
  }

  /// A call that is late is not endless.
  static void forget_looks(CheckReport& report) {
    std::erase_if(report.findings, [](const CheckFinding& f) { return f.kind == endless_loop; });
  }

  /// Of a call that did not come back. It may be made again, which then counts.
  CheckEnd weigh_end(std::size_t index, const Work& work, const GeneratedCase& generated,
                     const CallImage& image, Attempt& made) {
    const Case& c = run_.task.cases[index];
    const Verdict ended = made.found.verdict;
    if (!unchecked_ || run_.witness == nullptr || !is_students_fault(ended) ||
        is_explained(made.report))
      return CheckEnd::open;
    const std::optional<Unchecked> without = unchecked_(index);
    if (!without || !without->right) return CheckEnd::open;
    const bool by_size = ended == Verdict::timeout || ended == Verdict::memory_limit;
    if (by_size && may_be_too_slow(*without, work.flops, worker_settings_.limits.cpu_seconds)) {
      leave_out(c, name(ended));
      too_slow_from_ = std::min(work.flops, too_slow_from_.value_or(work.flops));
      return CheckEnd::too_slow;
    }
    renew_worker();
    made = attempt(c, generated, image);
    if (made.found.came_back || !is_students_fault(made.found.verdict) || is_explained(made.report))
      return CheckEnd::open;
    if (const Causes met = trouble_of_ours(c, image); !met.empty()) {
      made.found.detail = met_by_ours(met);
      return CheckEnd::open;
    }
    Causes how = made.found.detail;
    how.insert(how.begin(), because("check.ended-twice", {{"case", c.name}}));
    break_off(c, made.found.verdict, std::move(how));
    return CheckEnd::theirs;
  }

  void break_off(const Case& c, Verdict by, Causes how) {
    how.push_back(because("check.right-without"));
    outcome_.broken_off = std::move(how);
    outcome_.broken_off_by = by;
    outcome_.stopped_hidden = c.hidden;
  }

  void leave_out(const Case& c, std::string_view why) {
    outcome_.left_out.push_back(fmt::format("{} ({})", c.name, why));
    if (!c.hidden) outcome_.left_out_shown.push_back(outcome_.left_out.back());
    outcome_.left_out_hidden = outcome_.left_out_hidden || c.hidden;
  }

  /// The calls have taken all of the time that they have.
  void note_time(const Case& last, const CallImage& image) {
    const std::string seconds = fmt::format("{:.1f}", seconds_);
    outcome_.stopped = because("check.out-of-time", {{"case", last.name}, {"seconds", seconds}});
    outcome_.stopped_hidden = last.hidden;
    if (!unchecked_ || run_.witness == nullptr || waited() < most_seconds / 2) return;
    if (!trouble_of_ours(last, image).empty()) return;
    break_off(last, Verdict::timeout,
              {because("check.slow-calls", {{"case", last.name}, {"seconds", seconds}})});
    outcome_.stopped = {};
  }

  /// Seconds of calls that came back, beyond what the check may have added.
  double waited() const {
    double sum = 0;
    for (const CheckedCase& checked : outcome_.cases) {
      if (!checked.found.came_back || checked.seconds < longest_when_checked(0)) continue;
      const std::optional<Unchecked> without = unchecked_(checked.index);
      if (without && without->right)
        sum += std::max(0.0, checked.seconds - longest_when_checked(without->seconds));
    }
    return sum;
  }

  Causes trouble_of_ours(const Case& c, const CallImage& image) const {
    return run_.witness->trouble(run_, c.constants, CpuMode::check, image);
  }

  /// After a call of which the machine seemed to be to blame; true where it is to be made again.
  bool is_chance(const Case& c, const CallImage& image, CallVerdict& found, bool again) {
    if (!found.doubtful || run_.witness == nullptr) return false;
    renew_worker();  // it may hold what others lack
    const Causes met = trouble_of_ours(c, image);
    if (!met.empty()) {
      found.detail = met_by_ours(met);
      return false;
    }
    if (!again) return true;
    if (found.claim.known() && !outcome_.doubt.known()) {
      outcome_.doubt = {"doubt.claimed", found.claim.facts};
      outcome_.doubt.facts["case"] = c.name;
    }
    found.verdict = found.if_theirs;
    return false;
  }

  /// Is this grader built wrongly, or does the submission's process say so?
  void note_unwatched(const Case& c, const CallImage& image) {
    if (run_.witness == nullptr || !trouble_of_ours(c, image).empty())
      outcome_.unwatched = true;
    else if (!outcome_.doubt.known())
      outcome_.doubt = because("doubt.unwatched", {{"case", c.name}});
  }

  void look_for_doubt(const Case& c, const CheckReport& report, const CallImage& image,
                      const CallOutcome& outcome) {
    if (outcome_.doubt.known()) return;
    outcome_.doubt = reason_to_doubt(run_.builds.of(c));
    if (outcome_.doubt.known()) return;
    outcome_.doubt = reason_to_doubt(report, image, outcome);
    if (!outcome_.doubt.known()) {
      outcome_.doubt = is_hosts_work(report, image, outcome, run_.task.device_pointers);
      hosts_work_ = outcome_.doubt.known();
    }
    if (outcome_.doubt.known()) outcome_.doubt.facts["case"] = c.name;
    outcome_.doubt_hidden = outcome_.doubt.known() && c.hidden;
  }

  CallOutcome call(const CallImage& image) {
    if (!worker_ || !worker_->alive()) renew_worker();
    return worker_->call(run_.task.signature.entry, run_.task.device_pointers, image,
                         CheckOrder{sampling_});
  }

  void use_build_of(const Case& c) {
    const Build& build = run_.builds.of(c);
    if (build_ == &build) return;
    build_ = &build;
    if (std::find(used_.begin(), used_.end(), &build) == used_.end()) used_.push_back(&build);
    worker_settings_.run(build);
    if (worker_) end_worker();
  }

  /// Addresses of several executables in one number each: above the 47 bits that a process has
  /// stands which of the builds it is.
  void tag_addresses(CheckReport& report) const {
    const auto at = std::find(used_.begin(), used_.end(), build_) - used_.begin();
    const auto tag = [&](std::uint64_t& address) {
      if (address != 0) address |= static_cast<std::uint64_t>(at) << tag_shift;
    };
    for (CheckFinding& finding : report.findings)
      tag(finding.place.address), tag(finding.other.address);
    for (CheckSite& site : report.sites) tag(site.address);
  }

  std::map<std::uint64_t, SourceLine> lines_of(const std::set<std::uint64_t>& tagged) const {
    std::map<std::uint64_t, SourceLine> lines;
    for (std::size_t b = 0; b < used_.size(); ++b) {
      const std::uint64_t tag = static_cast<std::uint64_t>(b) << tag_shift;
      std::set<std::uint64_t> own;
      for (const std::uint64_t address : tagged)
        if (address >> tag_shift == b) own.insert(address ^ tag);
      for (const auto& [address, line] : run_.toolchain.lines_of(*used_[b], own))
        lines[address | tag] = line;
    }
    return lines;
  }

  void keep_output() {
    if (worker_)
      (worker_hidden_ ? outcome_.hidden_printed : outcome_.printed) += worker_->take_output();
  }

  void end_worker() {
    keep_output();
    worker_.reset();
    served_.clear();
  }

  void renew_worker() {
    end_worker();  // before the next one starts: it may hold much memory
    worker_ = std::make_unique<Worker>(run_.sandbox, worker_settings_);
  }

  /// Equal for ends that come from the same mistake: a grid that is empty in all small cases.
  static std::string mistake_of(const CallVerdict& found) {
    if (found.detail.empty()) return std::string(name(found.verdict));
    const Cause& first = found.detail.front();
    return fmt::format("{} {} {}", name(found.verdict), key_of(first), first.fact("place"));
  }

  void note_bad_end(const Case& c, const CallVerdict& found, const CallOutcome& outcome) {
    if (found.verdict == Verdict::timeout)
      outcome_.stopped =
          because("check.endless-call",
                  {{"seconds", fmt::format("{:.0f}", outcome.seconds)}, {"case", c.name}});
    else if (bad_ends_.insert(mistake_of(found)).second && bad_ends_.size() == most_bad_ends)
      outcome_.stopped = because("check.bad-ends", {{"count", bad_ends_.size()}, {"case", c.name}});
    outcome_.stopped_hidden = outcome_.stopped.known() && c.hidden;
  }

  static constexpr int tag_shift = 48;

  const TaskRun& run_;
  const UncheckedCall& unchecked_;
  const OnFirstErrors& on_first_;
  bool told_ = false;
  Worker::Settings worker_settings_;
  const Build* build_ = nullptr;  // of the worker
  std::vector<const Build*> used_;
  std::unique_ptr<Worker> worker_;
  bool worker_hidden_ = false;       // it serves hidden cases
  std::vector<std::size_t> served_;  // by it, in this order
  std::vector<CheckedCall> calls_;
  CheckOutcome outcome_;
  bool serial_ = false;
  std::uint32_t sampling_ = 0;
  std::optional<bool> launched_;         // a kernel, in a case that has work
  bool hosts_work_ = false;              // that is the doubt
  std::set<std::string> bad_ends_;       // their mistakes
  double seconds_ = 0;                   // of all calls
  std::optional<double> too_slow_from_;  // operations of the smallest case that was left out
};

}  // namespace

CheckOutcome check_cases(const TaskRun& run, const UncheckedCall& unchecked,
                         const OnFirstErrors& on_first) {
  return Checker(run, unchecked, on_first).check();
}

}  // namespace warpgrade
