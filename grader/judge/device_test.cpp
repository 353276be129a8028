#include "judge/device_test.h"

#include "lab/fault.h"

namespace warpgrade {

void test_device(const Sandbox& sandbox, Child::Settings settings) {
  constexpr double enough = 60;  // seconds
  settings.limits.cpu_seconds = settings.limits.wall_seconds = enough;
  Child child(sandbox, settings);
  const MeasuredOutcome outcome = child.measure("", true, MeasuredSets(1), true, false);
  const bool works = outcome.whole.reply && outcome.whole.reply->error == 0 &&
                     outcome.whole.reply->status == protocol::Reply::done;
  if (works) return;
  throw GraderError("the GPU does not answer any more after a call that had to be ended",
                    "Run `nvidia-smi`; where it shows no healthy device, restart the machine, then "
                    "grade again: nothing of this grade counts.");
}

}  // namespace warpgrade
