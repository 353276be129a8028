#include "check/threads/blocks.h"

#include "check/checked_call.h"
#include "check/launches.h"
#include "check/memory/unwritten.h"
#include "check/races/async.h"
#include "check/races/handovers.h"
#include "check/races/pending_stores.h"
#include "check/races/releases.h"
#include "check/report/findings.h"
#include "check/state.h"
#include "check/threads/intervals.h"
#include "check/threads/participants.h"
#include "engine/memory/address_space.h"
#include "engine/memory/protection.h"
#include "engine/memory/shared_memory.h"

namespace simt::check {

namespace {

std::uint32_t current_interval(const BlockState& s) {
  return new_interval({s.index, s.epoch, current.id});
}

void begin_interval(BlockState& s, unsigned threads) {
  s.interval = current_interval(s);
  for (unsigned t = 0; t < threads; ++t) s.keys[t] = make_key(s.interval, t);
  for (unsigned w = 0; w < (threads + 31) / 32; ++w)
    if (!s.syncs[w].empty()) s.syncs[w].clear();
}

/// Clears the previous block's data but keeps the memory.
void forget_all(BlockState& s) {
  s.requested[0] = s.requested[1] = 0;
  s.epoch = 0;
  s.cluster_since = 0;
  s.waited_for_grid_ahead.reset();
  s.visit = BlockState::Visit();
  s.flights.clear();
  s.proxies = {};
  s.awaited = {};
  s.polls.clear();
  s.clocks.clear();
  s.objects.clear();
  s.all_fenced = 0;
  s.barrier = {};
  s.barrier_reported = false;
  s.matrix_reported = false;
  s.passed.clear();
  s.threads.clear();
  s.acquired.clear();
  s.observations.clear();
  s.fenced.clear();
  s.shared.clear();
  s.dynamic = {};
  s.trace = nullptr;
}

std::uintptr_t closed_to(int device) {
  static_assert(detail::devices == 2);
  const int other = 1 - device;
  if (detail::peer_enabled(device, other)) return 0;
  return static_cast<std::uintptr_t>(detail::device_space(other));
}

}  // namespace

void begin_block(detail::Block& b, std::uint64_t index, CheckedCall& call) {
  if (!current.parallel) renumber_if_due();
  CheckedBlock& checked = *static_cast<CheckedBlock*>(b.check);
  BlockState& s = checked.state;
  forget_all(s);
  s.index = static_cast<std::uint32_t>(index);
  s.live_threads = b.count;
  begin_interval(s, b.count);
  s.first_interval = s.interval;
  if (!call.sampling.has(index)) return;
  s.trace = &checked.trace;
  s.trace->begin(call.metrics, current.kernel, b.count);
}

void enter_block(const detail::Block& b) {
  current_thread.block = block_state(b);
  current_thread.trace = current_thread.block->trace;
  current_thread.pending = false;
  current_thread.parallel = current.parallel;
  current_thread.closed = closed_to(current.grid->device);
  suspect.there = false;
  misaligned.count = 0;
  enable_fast_paths();
}

void leave_block() {
  current_thread.block = nullptr;
  current_thread.trace = nullptr;
  current_thread.keys = no_keys();
  current_thread.interval = 0;
  current_thread.pending = false;
  current_thread.watched = false;
}

void end_block(const detail::Block& b) {
  if (current_thread.pending) resolve_pending();
  BlockState& s = *block_state(b);
  report_early_reads(s);
  if (s.visit.pc != 0 && s.visit.phase == b.cluster->phase)
    found(Level::error, at(s.visit.pc), "cluster.block-absent", [&] { return s.visit.facts; });
  forget_flights(s);
  if (s.trace) s.trace->end(static_cast<std::uint32_t>(b.static_shared));
  for (unsigned i = 0; i < 2; ++i) {
    __atomic_fetch_add(&current.requested.all[i], s.requested[i], __ATOMIC_RELAXED);
    if (s.trace)
      __atomic_fetch_add(&current.requested.sampled[i], s.requested[i], __ATOMIC_RELAXED);
  }
  if (!current.parallel) {
    forget_releases_of_shared();
    forget_handovers_of_shared();
  }
}

void abandon_block(const detail::Block& b) {
  if (!current.parallel) report_early_reads(*block_state(b));
}

void pass_barrier(const detail::Block& b) {
  BlockState& s = *block_state(b);
  if (s.barrier.file) check_release(b, s);
  if (s.trace) s.trace->barrier();
  report_early_reads(s);
  share_knowledge(s);
  share_observations(s);
  if (s.waited_for_grid_ahead.any()) s.waited_for_grid_ahead.set();
  s.live_threads = b.live;
  s.barrier = {};
  ++s.epoch;
  begin_interval(s, b.count);
  enable_fast_paths();
}

void pass_syncwarp(const detail::Block& b, unsigned warp, std::uint32_t lanes) {
  BlockState& s = *block_state(b);
  const std::uint32_t interval = current_interval(s);
  for (std::uint32_t rest = lanes; rest; rest &= rest - 1) {
    const unsigned t = warp * 32 + static_cast<unsigned>(__builtin_ctz(rest));
    s.keys[t] = make_key(interval, t);
  }
  s.syncs[warp].push_back({interval, lanes});
  if (!s.clocks.empty()) share_clocks(s, warp, lanes);
  share_knowledge(s, warp, lanes);
}

void pass_cluster_barrier(const detail::Block& b) {
  BlockState& s = *block_state(b);
  s.keys[self.thread] = make_key(current_interval(s), self.thread);
}

void release_cluster_barrier(const detail::Cluster& c) {
  const std::uint32_t since = next_interval();
  for (unsigned r = 0; r < c.size; ++r)
    if (c.block[r]->state == detail::Block::State::running)
      block_state(*c.block[r])->cluster_since = since;
}

}  // namespace simt::check
