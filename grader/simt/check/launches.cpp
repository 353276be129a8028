#include "check/launches.h"

#include <algorithm>

#include "check/checked_call.h"
#include "check/memory/unwritten.h"
#include "check/races/ages.h"
#include "check/races/covered_stores.h"
#include "check/races/equal_stores.h"
#include "check/races/flags.h"
#include "check/races/handovers.h"
#include "check/races/locks.h"
#include "check/races/operations.h"
#include "check/races/order_of_blocks.h"
#include "check/races/releases.h"
#include "check/races/unordered_stores.h"
#include "check/report/findings.h"
#include "check/report/slow_call.h"
#include "check/state.h"
#include "check/threads/intervals.h"
#include "check/transfers/host_pages.h"
#include "engine/progress.h"
#include "engine/worker.h"
#include "engine/worker_pool.h"

namespace simt::check {

namespace {

constexpr std::uint64_t smallest_parallel = 128;  // threads

/// Findings that must be identical in every run, and those that depend on the order of blocks, need
/// a single worker.
bool runs_parallel(const detail::Grid& g) {
  return detail::worker_count() > 1 && g.blocks > 1 && g.blocks * g.threads >= smallest_parallel &&
         !report().again_serially && !g.cooperative && g.cluster_size == 1 &&
         !detail::host_may_still_store();
}

}  // namespace

void begin_operation(std::uint64_t id) {
  renumber_if_due();
  current = Operation{};
  current.id = id;
  current.one_stream = all_in_one_stream() && !host_touches();
  current.first_interval = next_interval();
}

void end_operation() { current = Operation{}; }

void renumber_if_due() {
  if (!intervals_run_out()) return;
  renumber_intervals();
  forget_covered_stores();
  forget_unordered_stores();
  current.first_interval = next_interval();
}

void Launches::begin(detail::Grid& g, CheckedCall& call) {
  if (&report() == program_report()) report_when_stopped();
  note_grid_begins();
  open_pages_to_operation();
  current.grid = &g;
  current.host_sees_stores = detail::host_may_still_store();
  if (g.programmatic) current.one_stream = false;
  call.failed_calls.launched(g.site.name);
  current.parallel = runs_parallel(g);
  g.serial = !current.parallel;
  g.chunk = choose_chunk(g);
  current.kernel = call.metrics.launched(
      {g.site.name, g.blocks, g.threads, static_cast<std::uint32_t>(g.dynamic_shared)});
  forget_releases();
  forget_handovers();
  forget_locks();
  forget_covered_stores();
  forget_equal_stores();
  forget_unordered_stores();
  call.sampling.launch(g.site.name, g.blocks);
}

void Launches::end(detail::Grid& g, CheckedCall& call) {
  call.metrics.ended(current.kernel, current.requested, g.device);
  if (replaced.there) restore_value();
  report_grid_early_reads();
  report_postponed_races();
  if (lent.reclaim_pages()) g.fail(cudaErrorIllegalAddress);
  takes_turns_[g.site.name] |= has_waited_for_turn();
  current.grid = nullptr;
}

void Launches::pass_grid_barrier() {
  report_grid_early_reads();
  renumber_if_due();
  current.first_interval = next_interval();
}

/// Neighboring blocks share cells, so one worker gets them, unless blocks have to take turns.
unsigned Launches::choose_chunk(const detail::Grid& g) const {
  constexpr std::uint64_t most = 8;
  const auto known = takes_turns_.find(g.site.name);
  if (known == takes_turns_.end() || known->second) return 1;
  return static_cast<unsigned>(
      std::clamp<std::uint64_t>(g.blocks / (8 * detail::worker_count()), 1, most));
}

}  // namespace simt::check
