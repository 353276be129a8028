#include "check/threads/waiting.h"

#include <sched.h>

#include <cstdlib>

#include "check/report/findings.h"
#include "check/report/words.h"
#include "check/state.h"
#include "engine/memory/async_copies.h"
#include "engine/progress.h"
#include "engine/worker.h"

namespace simt::check {

namespace {

/// Reports a barrier at which all threads have arrived, but whose bulk copies bring another number
/// of bytes than expected.
bool report_wrong_bytes() {
  const BlockState::Awaited& awaited = current_thread.block->awaited;
  const int more = awaited.pc == current_thread.pc ? detail::bytes_to_come(awaited.object) : 0;
  if (more == 0) return false;
  const std::string bytes = plural(static_cast<std::size_t>(std::abs(more)), "byte");
  found(Level::error, at(current_thread.pc), "wait.for-bytes", [&] {
    return Facts().add_running_thread().add(
        "bytes", more > 0 ? bytes + " more are expected than copies have brought"
                          : "copies have brought " + bytes + " more than are expected");
  });
  return true;
}

}  // namespace

void Waiting::yields() {
  need_serial();
  if (detail::host_may_still_store()) {
    fruitless_ = 0;
    sched_yield();
    return;
  }
  if (current_thread.progress != seen_progress_) {
    seen_progress_ = current_thread.progress;
    fruitless_ = 0;
    return;
  }
  // Every block that can run has had its turns.
  if (++fruitless_ < 64 + 16 * current.grid->most_resident) return;
  fruitless_ = 0;
  if (!report_wrong_bytes())
    found(Level::error, at(current_thread.pc), "wait.for-nobody", [&] {
      return Facts().add_running_thread().add(
          "others", current.grid->blocks == 1 ? "every other thread" : "every block that runs");
    });
  stop_kernel(cudaErrorLaunchTimeout);
}

}  // namespace simt::check
