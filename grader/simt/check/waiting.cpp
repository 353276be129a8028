#include "waiting.h"

#include <sched.h>

#include "engine/progress.h"
#include "engine/worker.h"
#include "findings.h"
#include "state.h"

namespace simt::check {

void Waiting::yields() {
  need_serial();
  if (detail::host_goes_on()) {
    fruitless_ = 0;
    sched_yield();
    return;
  }
  if (me.progress != seen_progress_) {
    seen_progress_ = me.progress;
    fruitless_ = 0;
    return;
  }
  // Every block that can run has had its turns.
  if (++fruitless_ < 64 + 16 * current.grid->most_resident) return;
  fruitless_ = 0;
  found(Level::error, at(me.pc), "wait.for-nobody", [&] {
    return Facts().add_running_thread().add(
        "others", current.grid->blocks == 1 ? "every other thread" : "every block that runs");
  });
  stop_kernel(cudaErrorLaunchTimeout);
}

}  // namespace simt::check
