#include "check/metrics/full_trace.h"

#include "check/races/pending_stores.h"
#include "check/state.h"
#include "engine/block.h"

namespace simt::check {

void drain_trace() {
  // Waiting for other lanes ends after this many attempts without progress: they may themselves be
  // waiting for this thread.
  constexpr int most_in_vain = 64;
  if (current_thread.pending) resolve_pending();
  const unsigned thread = self.thread;
  BlockTrace& trace = *current_thread.trace;
  for (int in_vain = 0; trace.is_filling(thread);) {
    if (in_vain == most_in_vain) {
      trace.merge_some(thread, 0);
      return;
    }
    detail::yield_turn();
    if (!trace.merge_some(thread, detail::runnable_lanes(thread / 32)))
      ++in_vain;
    else
      in_vain = 0;
  }
}

}  // namespace simt::check
