#include "trials/trial_runs.h"

#include <algorithm>
#include <utility>

#include "diagnosis/endless_loop.h"
#include "memcheck/check_findings.h"
#include "memcheck/check_worker.h"

namespace warpgrade {

/// Sandboxes that no other trial uses at the same time.
class TrialRuns::Slot {
 public:
  explicit Slot(TrialRuns& runs) : runs_(runs) {
    const std::lock_guard lock(runs_.mutex_);
    if (runs_.idle_.empty()) return;
    sandboxes_ = std::move(runs_.idle_.back());
    runs_.idle_.pop_back();
  }
  ~Slot() {
    const std::lock_guard lock(runs_.mutex_);
    runs_.idle_.push_back(std::move(sandboxes_));
  }
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;

  const std::shared_ptr<KeptSandboxes>& sandboxes() const { return sandboxes_; }

 private:
  TrialRuns& runs_;
  std::shared_ptr<KeptSandboxes> sandboxes_ = std::make_shared<KeptSandboxes>();
};

Failures TrialRuns::failures(const Trial& trial) {
  const Slot slot(*this);
  Worker::Settings worker = run_.worker;
  worker.environment["SIMT_REMEDIES"] = trial.on;
  worker.limits.cpu_seconds = std::min(worker.limits.cpu_seconds, trial.cpu_seconds);
  worker.limits.wall_seconds = std::min(worker.limits.wall_seconds, trial.wall_seconds);
  if (trial.alone_on_core) worker.engine_threads = 1;
  worker.kept = slot.sandboxes();
  const TaskRun run{.exercise = run_.exercise,
                    .task = trial.task,
                    .sandbox = run_.sandbox,
                    .toolchain = toolchain_,
                    .builds = builds_,
                    .worker = std::move(worker),
                    .generated = run_.generated};
  CheckWorker process(run, false);
  Failures wrong;
  for (std::size_t i = 0; i < run.task.cases.size() && wrong.size() < trial.enough; ++i) {
    const Case& c = run.task.cases[i];
    const auto generated = generated_case(run, c);
    process.serve(i);
    CheckedAttempt made = process.call(*generated, process.compose_image(c, *generated));
    process.note_served();
    wrong.merge(found_in(made.report, c, builds_.of(c), trial.enough > 1));
    if (made.found.verdict != Verdict::ok) wrong.insert(case_key(c.name));
    if (made.found.verdict != Verdict::timeout) continue;
    wrong.insert(stopped);
    break;
  }
  return wrong;
}

Failures TrialRuns::found_in(const CheckReport& report, const Case& c, const Build& build,
                             bool with_lines) {
  CheckedCall call{.case_name = c.name, .report = {}};
  std::vector<CheckFinding>& findings = call.report.findings = report.findings;
  // A late call is not an endless one.
  std::erase_if(findings, [](const CheckFinding& f) { return f.kind == endless_loop; });
  Failures wrong;
  if (findings.empty()) return wrong;
  if (!with_lines)
    for (const CheckFinding& f : findings)
      if (f.error) return {f.kind};
  const std::lock_guard lock(mutex_);
  addresses_.tag(call.report, build);
  const CheckSummary summary = summarise(
      {std::move(call)},
      [&](const std::set<std::uint64_t>& tagged) { return addresses_.find_lines(tagged); });
  for (const Finding& f : summary.findings)
    if (f.level == "error" || makes_no_fix(f, known_)) wrong.insert(finding_key(f));
  return wrong;
}

}  // namespace warpgrade
