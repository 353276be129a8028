#include "engine/block.h"

#include <algorithm>

#include <cstring>

#include "engine/checker.h"
#include "engine/worker.h"

namespace simt::detail {

void Block::begin(uint3 block_index, unsigned threads) {
  count = live = threads;
  warps = (threads + 31) / 32;
  next = 0;
  at_barrier = active = yields = 0;
  polls_left = polls_per_block;
  has_looped_often = false;
  ready_warps = 0;
  barrier_sum = 0;
  index = block_index;
  ++serial;
  state = State::running;
  if (async) async->forget();
  static_shared = 0;
  for (unsigned w = 0; w < warps; ++w) {
    ready[w] = barrier[w] = exited[w] = 0;
    warp[w].open = warp[w].active = 0;
    warp[w].collectives_since_poll = busy_warp;
  }
  if (threads % 32 != 0) exited[warps - 1] = ~0u << (threads % 32);
}

int Block::take_ready_after(unsigned thread) {
  unsigned w = thread / 32;
  const auto take = [this](unsigned in, std::uint32_t lanes) {
    const unsigned lane = static_cast<unsigned>(__builtin_ctz(lanes));
    ready[in] &= ~(1u << lane);
    return static_cast<int>(in * 32 + lane);
  };
  if (const std::uint32_t above = ready[w] & (~1u << (thread % 32))) return take(w, above);
  const std::uint32_t later = ~1u << w;
  for (const std::uint32_t warps_in_turn : {later, ~later}) {
    std::uint32_t candidates = ready_warps & warps_in_turn;
    while (candidates) {
      w = static_cast<unsigned>(__builtin_ctz(candidates));
      if (ready[w]) return take(w, ready[w]);
      ready_warps &= ~(1u << w);
      candidates &= candidates - 1;
    }
  }
  return -1;
}

namespace {

// Runs `other` in place of `me`, which is already marked as ready or as waiting.
void switch_to(Block& b, unsigned me, unsigned other, const char* file, int line) {
  self.spins = 0;
  if (other == me) return;
  b.stopped[me].file = file;
  b.stopped[me].line = line;
  enter_thread(other);
  simt_switch(&b.stopped[me], &b.stopped[other]);
}

void start_next(Block& b, unsigned me, const char* file, int line) {
  b.stopped[me].file = file;
  b.stopped[me].line = line;
  start_next_thread(b);
  simt_start(&b.stopped[me], self.worker->stacks.take(), simt_fiber);
}

}  // namespace

void pause_thread_slowly(Block& b, const char* file, int line) {
  const unsigned me = self.thread;
  if (b.active != 0) b.release_active(me / 32, false);
  if (b.next < b.count) return start_next(b, me, file, line);
  const int other = b.take_ready_after(me);
  if (other < 0) {
    // The deadlock report reads where each thread stopped.
    b.stopped[me].file = file;
    b.stopped[me].line = line;
    report_deadlock(b);
  }
  switch_to(b, me, static_cast<unsigned>(other), file, line);
}

bool next_thread() {
  Block& b = *self.block;
  if (self.plain_end) return false;
  const unsigned t = self.thread;
  if (self.order == below_ended || (self.order == below_at_barrier && t == 0)) {
    self.order = below_ended;
    if (__builtin_expect(self.worker->grid->aborted.load(std::memory_order_relaxed), 0))
      self.worker->give_up();
    if (t + 1 < b.next) {
      Stopped& other = b.stopped[t + 1];
      if (other.resume_at == reinterpret_cast<void*>(&simt_enter_fiber)) {
        self.worker->stacks.put(static_cast<char*>(other.stack));
        enter_thread(t + 1);
        return true;
      }
      self.worker->stacks.put(this_stack());
      enter_thread(t + 1);
      simt_resume(&other);
    }
    if (b.next == b.count) return false;
    start_next_thread(b);
    return true;
  }
  use_masks(b);
  const unsigned w = t / 32;
  b.exited[w] |= 1u << (t % 32);
  --b.live;
  b.yields = 0;
  ++self.changes;
  if (b.warp[w].open) b.complete_rendezvous(w);
  if (__builtin_expect(b.cluster != nullptr, 0)) leave_cluster_barrier(b);
  if (b.at_barrier != 0 && b.at_barrier == b.live) b.release_barrier();
  if (__builtin_expect(b.active != 0, 0)) b.release_active(w, false);
  if (__builtin_expect(self.worker->grid->aborted.load(std::memory_order_relaxed), 0))
    self.worker->give_up();
  if (b.next < b.count) {
    start_next_thread(b);
    return true;
  }
  if (b.live == 0) return false;
  const int other = b.take_ready_after(t);
  if (other < 0) report_deadlock(b);
  self.worker->stacks.put(this_stack());
  enter_thread(static_cast<unsigned>(other));
  simt_resume(&b.stopped[other]);
}

namespace {

void run_threads_of_block() {
  const Grid& g = *self.worker->grid;
  g.run(g.closure);
}

// Ends the block whose threads this stack has finished, then runs the next blocks on the same
// stack.
[[noreturn, gnu::always_inline]] inline void finish_blocks() {
  for (;;) {
    Grid& g = *self.worker->grid;
    if (__builtin_expect(self.block->async != nullptr, 0)) finish_copies(*self.block);
    if (checker) checker->block_ends(*self.block);
    self.block->state = Block::State::ended;
    if (__builtin_expect(g.cooperative, 0)) leave_grid_barrier(g);
    if (__builtin_expect(self.block->cluster != nullptr, 0)) leave_cluster_barrier(*self.block);
    if (!self.worker->begin_block_here()) break;
    run_threads_of_block();
  }
  Worker& w = *self.worker;
  w.finished = true;
  w.stacks.put(this_stack());
  simt_resume(&w.scheduler);
}

__thread bool (*finish_left)();

}  // namespace

void simt_fiber() {
  run_threads_of_block();
  finish_blocks();
}

void leave_thread(bool (*finish)()) {
  finish_left = finish;
  Stopped left;  // never resumed: its stack is about to be overwritten
  simt_start(&left, this_stack(), [] {
    if (finish_left()) run_threads_of_block();
    finish_blocks();
  });
  __builtin_unreachable();
}

void yield_thread() {
  Block& b = *self.block;
  if (checker) checker->lets_others_run();
  use_masks(b);
  if (self.worker->grid->aborted.load(std::memory_order_relaxed)) self.worker->give_up();
  const unsigned me = self.thread;
  self.spins = 0;
  b.make_ready(me / 32, 1u << (me % 32));
  if (b.next < b.count) return start_next(b, me, "spinning", 0);
  unsigned able = 0;
  for (unsigned w = 0; w < b.warps; ++w)
    able += static_cast<unsigned>(__builtin_popcount(b.ready[w]));
  const bool all_have_yielded = ++b.yields > able;
  if (!all_have_yielded && b.polls_left > 0)
    return switch_to(b, me, static_cast<unsigned>(b.take_ready_after(me)), "spinning", 0);
  // All threads spin, so they wait for another block.
  if (all_have_yielded) {
    if (checker) checker->yields(b);
    b.yields = 0;
    if (b.active) {
      for (unsigned w = 0; w < b.warps; ++w) b.release_active(w, true);
    }
  }
  b.polls_left = polls_per_waiting_block;
  b.last_yielded_thread = me;
  self.worker->finished = false;
  b.stopped[me].file = "spinning";
  b.stopped[me].line = 0;
  simt_switch(&b.stopped[me], &self.worker->scheduler);
}

void yield_turn() {
  Block& b = *self.block;
  if (checker) checker->lets_others_run();
  use_masks(b);
  if (self.worker->grid->aborted.load(std::memory_order_relaxed)) self.worker->give_up();
  const unsigned me = self.thread;
  b.make_ready(me / 32, 1u << (me % 32));
  if (b.next < b.count) return start_next(b, me, "running", 0);
  const auto other = static_cast<unsigned>(b.take_ready_after(me));
  if (other != me) switch_to(b, me, other, "running", 0);
}

std::uint32_t runnable_lanes(unsigned w) {
  const Block& b = *self.block;
  std::uint32_t lanes = b.ready[w];
  if (self.thread / 32 == w) lanes |= 1u << (self.thread % 32);
  for (unsigned t = std::max(b.next, w * 32); t < std::min(b.count, w * 32 + 32); ++t)
    lanes |= 1u << (t % 32);
  return lanes;
}

void maybe_spinning(unsigned weight) {
  Block& b = *self.block;
  self.spins += weight;
  b.polls_left -= static_cast<int>(weight);
  b.warp[self.thread / 32].collectives_since_poll = 0;
  const bool in_a_row = self.spins >= polls_in_a_row;
  if (in_a_row) b.polls_left += static_cast<int>(self.spins);
  if (in_a_row || b.polls_left <= 0) yield_thread();
}

void note_iterations() {
  self.iterations_left = iterations_per_count;
  if (!in_kernel()) return;
  Block& b = *self.block;
  if (b.looping != self.thread) {
    b.looping = self.thread;
    b.iterations = 0;
  }
  b.iterations += iterations_per_count;
  if (b.iterations < iterations_of_waiting && !b.has_looped_often) return;
  b.has_looped_often = true;
  // The loop may also be computing, so this counts as progress.
  ++self.changes;
  yield_thread();
}

}  // namespace simt::detail
