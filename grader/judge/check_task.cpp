#include "judge/check_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "judge/check_trust.h"
#include "lab/random.h"

namespace warpgrade {
namespace {

/// Operations of a case that the check still runs: some tenths of a second.
constexpr double small_work = 4e7;

/// That all its calls may take on the clock: ten times what they take on a slow machine.
constexpr double most_seconds = 300;

/// After these many the rest would say the same.
constexpr int most_bad_ends = 3;

class Checker {
 public:
  explicit Checker(const TaskRun& run) : run_(run), child_settings_(run.child) {}

  CheckOutcome check() {
    const auto& cases = run_.task.cases;
    for (std::size_t i = 0; i < cases.size() && outcome_.stopped.empty(); ++i) {
      if (cases[i].check == false) continue;
      const Work work = work_of(run_, cases[i]);
      if (cases[i].check == true || work.flops <= small_work) check(i, work);
    }
    keep_output();
    if (outcome_.doubt.empty() && launched_ == false)
      outcome_.doubt = "no kernel was launched: there was nothing to check";
    outcome_.summary =
        summarise(calls_, [&](const std::set<std::uint64_t>& tagged) { return lines_of(tagged); });
    return std::move(outcome_);
  }

 private:
  void check(std::size_t index, const Work& work) {
    const Case& c = run_.task.cases[index];
    run_.on_case(c.name);
    const auto kept = posed_of(run_, c);
    const Posed& posed = *kept;
    // The values that the first call of a grade gets.
    const CallImage image =
        compose_call(run_, posed.problem, Poison::finite,
                     derive_seed(run_.seed, run_.task.entry + "/" + c.name + "/poison", 0));
    use_build_of(c);
    // A process that has seen a hidden case could tell of it in another one.
    if (child_ && child_hidden_ != c.hidden) end_child();
    child_hidden_ = c.hidden;
    // Nobody can tell which blocks are looked at, and the same grade again looks at the same.
    sampling_ = static_cast<std::uint32_t>(
        derive_seed(run_.seed, run_.task.entry + "/" + c.name + "/sampling"));
    CallOutcome outcome = call(image);
    CheckReport report = read_check_report(outcome.report, run_.builds.of(c).submission);
    if (report.again_serially && !serial_) {
      serial_ = true;
      child_settings_.environment["SIMT_WORKERS"] = std::to_string(1);
      renew_child();
      outcome = call(image);
      report = read_check_report(outcome.report, run_.builds.of(c).submission);
    }
    CallVerdict found = verify(run_, c, posed, image, outcome);
    if (is_chance(c, image, found, false)) {
      outcome = call(image);
      report = read_check_report(outcome.report, run_.builds.of(c).submission);
      found = verify(run_, c, posed, image, outcome);
      is_chance(c, image, found, true);
    }
    tag_addresses(report);
    if (!c.hidden) outcome_.more_findings += report.more_findings;
    CheckedCase checked{index, std::move(found), work.flops > 0, outcome.seconds};
    if (checked.found.came_back && outcome.reply->checked == 0) note_unwatched(c, image);
    if (checked.found.came_back && outcome.reply->checked != 0) {
      look_for_doubt(c, report, image, outcome);
      if (checked.has_work) launched_ = launched_.value_or(false) || !report.kernels.empty();
    }
    if (!checked.found.came_back) note_bad_end(c, checked.found, outcome);
    seconds_ += outcome.seconds;
    if (run_.seconds > 0 && seconds_ > most_seconds && outcome_.stopped.empty())
      outcome_.stopped =
          fmt::format("the check was stopped in case {}: its calls had taken {:.1f} s together",
                      c.name, seconds_);
    outcome_.cases.push_back(std::move(checked));
    calls_.push_back({c.name, c.hidden, work.flops, work.bytes, std::move(report)});
  }

  std::string trouble_of_ours(const Case& c, const CallImage& image) const {
    return run_.witness->trouble(run_.child, c.constants, CpuMode::check, run_.task.entry,
                                 run_.task.device_pointers, image);
  }

  /// After a call of which the machine seemed to be to blame; true where it is to be made again.
  bool is_chance(const Case& c, const CallImage& image, CallVerdict& found, bool again) {
    if (!found.doubtful || run_.witness == nullptr) return false;
    renew_child();  // it may hold what others lack
    const std::string met = trouble_of_ours(c, image);
    if (!met.empty()) {
      found.detail = "a program of ours, started in the same place, met this as well: " + met;
      return false;
    }
    if (!again) return true;
    if (!found.claim.empty() && outcome_.doubt.empty())
      outcome_.doubt = fmt::format(
          "in case {} its process said in the check that {}, and a program of ours beside it met "
          "nothing of that",
          c.name, found.claim);
    found.verdict = found.if_theirs;
    return false;
  }

  /// Is this grader built wrongly, or does the submission's process say so?
  void note_unwatched(const Case& c, const CallImage& image) {
    if (run_.witness == nullptr || !trouble_of_ours(c, image).empty())
      outcome_.unwatched = true;
    else if (outcome_.doubt.empty())
      outcome_.doubt = fmt::format(
          "in case {} its process said that nothing watched it, and a program of ours beside it "
          "was "
          "watched",
          c.name);
  }

  void look_for_doubt(const Case& c, const CheckReport& report, const CallImage& image,
                      const CallOutcome& outcome) {
    if (!outcome_.doubt.empty()) return;
    outcome_.doubt = reason_to_doubt(run_.builds.of(c));
    if (!outcome_.doubt.empty()) return;
    const std::string reason = reason_to_doubt(report, image, outcome);
    if (!reason.empty()) outcome_.doubt = fmt::format("in case {} {}", c.name, reason);
    outcome_.doubt_hidden = !reason.empty() && c.hidden;
  }

  CallOutcome call(const CallImage& image) {
    if (!child_ || !child_->alive()) renew_child();
    return child_->call(run_.task.signature.entry, run_.task.device_pointers, image,
                        CheckOrder{sampling_});
  }

  void use_build_of(const Case& c) {
    const Build& build = run_.builds.of(c);
    if (build_ == &build) return;
    build_ = &build;
    if (std::find(used_.begin(), used_.end(), &build) == used_.end()) used_.push_back(&build);
    child_settings_.run(build);
    if (child_) end_child();
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
    if (child_)
      (child_hidden_ ? outcome_.hidden_printed : outcome_.printed) += child_->take_output();
  }

  void end_child() {
    keep_output();
    child_.reset();
  }

  void renew_child() {
    end_child();  // before the next one starts: it may hold much memory
    child_ = std::make_unique<Child>(run_.sandbox, child_settings_);
  }

  void note_bad_end(const Case& c, const CallVerdict& found, const CallOutcome& outcome) {
    if (found.verdict == Verdict::timeout)
      outcome_.stopped =
          fmt::format("the check was stopped after {:.0f} s in case {}", outcome.seconds, c.name);
    else if (++bad_ends_ == most_bad_ends)
      outcome_.stopped = fmt::format("the check was stopped after {} bad ends, the last in case {}",
                                     bad_ends_, c.name);
    outcome_.stopped_hidden = !outcome_.stopped.empty() && c.hidden;
  }

  static constexpr int tag_shift = 48;

  const TaskRun& run_;
  Child::Settings child_settings_;
  const Build* build_ = nullptr;  // of the child
  std::vector<const Build*> used_;
  std::unique_ptr<Child> child_;
  bool child_hidden_ = false;  // it serves hidden cases
  std::vector<CheckedCall> calls_;
  CheckOutcome outcome_;
  bool serial_ = false;
  std::uint32_t sampling_ = 0;
  std::optional<bool> launched_;  // a kernel, in a case that has work
  int bad_ends_ = 0;
  double seconds_ = 0;  // of all calls
};

}  // namespace

CheckOutcome check_cases(const TaskRun& run) { return Checker(run).check(); }

}  // namespace warpgrade
