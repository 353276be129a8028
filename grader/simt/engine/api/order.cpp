// Threads that take turns by number (simt/thread.h, Order). Code inlined into the kernel switches
// between them; this file moves a block into and out of that state and handles the point where all
// started threads have stopped.
#include "engine/block.h"
#include "engine/checker.h"
#include "engine/worker.h"

namespace simt::detail {

namespace {

// The lanes of warp w whose thread index is below `end`.
std::uint32_t lanes_below(unsigned end, unsigned w) {
  if (end <= w * 32) return 0;
  return end - w * 32 >= 32 ? ~0u : (1u << (end - w * 32)) - 1;
}

// Moves a collective at which lower lanes wait into the full bookkeeping, because this lane does
// something else.
void move_to_masks(Block& b, unsigned waiting) {
  const unsigned t = self.thread;
  const unsigned w = t / 32;
  Warp& warp = b.warp[w];
  const std::uint32_t arrived = (1u << (t % 32)) - 1;
  for (unsigned lane = 0; lane < t % 32; ++lane) {
    b.value[w * 32 + lane] = self.exchange[lane];
    warp.source[lane] = static_cast<std::uint8_t>(lane);
  }
  warp.rendezvous[warp.open++] = {~0u, arrived, static_cast<Collective>(waiting - 1),
                                  0,   nullptr, self.exchange};
}

// Makes a switch past the last started thread enter simt_after_last.
void mark_last(Block& b) {
  b.stopped[b.next] = {self.worker->after_last, reinterpret_cast<void*>(&simt_enter_after_last),
                       nullptr, nullptr, 0};
}

// Gives stacks to the rest of the warp of thread b.next - 1: a switch to one of them starts it.
void assign_stacks(Block& b) {
  const unsigned warp_end = ((b.next - 1) | 31) + 1;
  const unsigned end = warp_end < b.count ? warp_end : b.count;
  for (; b.next < end; ++b.next)
    b.stopped[b.next] = {self.worker->stacks.take(), reinterpret_cast<void*>(&simt_enter_fiber),
                         nullptr, nullptr, 0};
  mark_last(b);
}

}  // namespace

void start_next_thread(Block& b) {
  const unsigned t = b.next++;
  mark_last(b);
  enter_thread(t);
}

void begin_turns(Block& b) {
  const unsigned t = self.thread;
  self.worker->prepare_indices();
  self.plain_end = 0;
  self.order = t == 0 ? below_at_barrier : below_ended;
  b.next = t + 1;
  assign_stacks(b);
}

void use_masks(Block& b) {
  if (self.plain_end) begin_turns(b);
  if (self.order == no_order) return;
  const unsigned t = self.thread;
  const unsigned waiting = self.order >> order_shift;
  const bool ended = self.order & below_ended;
  const unsigned through = waiting ? t & ~31u : t;
  for (unsigned w = 0; w < b.warps; ++w) {
    (ended ? b.exited : b.barrier)[w] |= lanes_below(through, w);
    if (const std::uint32_t able = lanes_below(b.next, w) & ~lanes_below(t + 1, w))
      b.make_ready(w, able);
  }
  if (ended)
    b.live = b.count - through;
  else
    b.at_barrier = through;
  if (waiting) move_to_masks(b, waiting);
  self.order = no_order;
}

void resume_turns(Block& b, const char* file, int line) {
  const unsigned me = self.thread;
  for (unsigned w = 0; w < b.warps; ++w) b.ready[w] = 0;
  self.order = below_at_barrier;
  if (me == 0) return;
  b.stopped[me].file = file;
  b.stopped[me].line = line;
  enter_thread(0);
  return simt_switch(&b.stopped[me], &b.stopped[0]);
}

// Runs in the place of thread b.next once all earlier threads have stopped. It starts the next
// warp, or, if all have started, releases the barrier at which they wait. (Within a warp, the last
// lane switches to the first without it.)
void simt_after_last() {
  Block& b = *self.block;
  if (b.next < b.count) {
    b.stopped[b.next] = {self.worker->stacks.take(), reinterpret_cast<void*>(&simt_enter_fiber),
                         nullptr, nullptr, 0};
    ++b.next;
    assign_stacks(b);
    simt_resume(&b.stopped[self.thread]);
  }
  if (self.worker->grid->aborted.load(std::memory_order_relaxed)) self.worker->give_up();
  if (checker) checker->barrier_released(b);
  b.polls_left = polls_per_block;
  b.has_looped_often = false;
  b.barrier_result = b.barrier_sum;
  b.barrier_sum = 0;
  enter_thread(0);
  simt_resume(&b.stopped[0]);
}

}  // namespace simt::detail
