#include "memcheck/check_doubt.h"

#include "memcheck/check_trust.h"

namespace warpgrade {

void CheckDoubt::examine_call(const Case& c, const Build& build, const CheckReport& report,
                              const CallImage& image, const CallOutcome& outcome,
                              const Task& task) {
  if (reason_.known()) return;
  // The program itself belongs to no case.
  reason_ = reason_to_doubt(build);
  if (reason_.known()) return;
  Cause reason = reason_to_doubt(report, image, outcome);
  if (!reason.known()) {
    reason = is_computed_by_host(report, image, outcome, task.device_pointers);
    if (!reason.known() && task.device_pointers)
      reason = host_reads_inputs(report, image, task.host_reads);
    hosts_work_ = reason.known();
  }
  if (reason.known()) add(std::move(reason), c);
}

void CheckDoubt::add(Cause reason, const Case& c) {
  if (reason_.known()) return;
  reason_ = std::move(reason);
  reason_.facts["case"] = c.name;
  hidden_ = c.hidden;
}

std::pair<Cause, bool> CheckDoubt::combined() const {
  const bool nothing_launched = launched_ == false;
  if (nothing_launched && (!reason_.known() || hosts_work_))
    return {because("doubt.no-kernel"), false};
  return {reason_, hidden_};
}

}  // namespace warpgrade
