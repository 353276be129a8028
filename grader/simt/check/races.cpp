#include "races.h"

#include "engine/address_space.h"
#include "engine/worker.h"
#include "findings.h"
#include "intervals.h"
#include "operations.h"
#include "releases.h"
#include "words.h"

namespace simt::check {

namespace {

/// Lanes of one warp in one epoch of one block: have they met since?
bool met_since(const BlockState& b, unsigned lane, Key other) {
  for (const WarpSync& s : b.syncs[self.thread / 32])
    if (s.interval > interval_of(other) && (s.mask >> lane & 1) && (s.mask >> self.thread % 32 & 1))
      return true;
  return false;
}

bool ordered_in_block(const BlockState& b, Key other) {
  const Interval& then = intervals[interval_of(other)];
  if (then.epoch != b.epoch) return true;
  const unsigned who = who_of(other), warp = self.thread / 32;
  if (who == self.thread) return true;
  if (who < several) return who / 32 == warp && met_since(b, who % 32, other);
  if (who >= several_warps || who - lanes_of_warp != warp) return false;
  // Which lanes that are: not more than share the interval.
  std::uint32_t lanes = ~0u;
  for (const WarpSync& s : b.syncs[warp])
    if (s.interval == interval_of(other)) lanes = s.mask;
  for (; lanes; lanes &= lanes - 1)
    if (!met_since(b, static_cast<unsigned>(__builtin_ctz(lanes)), other)) return false;
  return true;
}

std::string who_text(const uint3& thread, const uint3& block) {
  return "thread " + triple(thread) + " of block " + triple(block);
}

std::string other_text(Key other, const std::uint16_t* reader) {
  const Interval& then = intervals[interval_of(other)];
  if (then.block == Interval::host) return "the host";
  const detail::CallSite& by = queued_by(then.operation_id);
  const std::string call = by.call ? by.call : "a copy";
  if (then.block == Interval::operation) return call;
  if (then.operation_id != current.id) return "kernel " + call + ", in another stream,";
  unsigned thread = who_of(other);
  if (thread & several) thread = reader ? reader[reader[0] == self.thread ? 1 : 0] : ~0u;
  if (who_of(other) == several_blocks) return "threads of other blocks";
  const detail::Grid& g = *current.grid;
  if (thread == ~0u || thread >= g.threads) return "other threads";
  const uint3 index = index_in(g.block, thread);
  if (then.block == me.block->index) return "thread " + triple(index);
  return who_text(index, index_in(g.grid, then.block));
}

const char* remedy(Key other, bool atomic_and_plain) {
  const Interval& then = intervals[interval_of(other)];
  if (then.block == Interval::host)
    return "Nothing makes the host wait: it must call cudaDeviceSynchronize() before it touches "
           "the memory again.";
  if (then.operation_id != current.id)
    return "Nothing orders the two: let one stream wait for the other (cudaEventRecord, "
           "cudaStreamWaitEvent), or use one stream.";
  if (atomic_and_plain)
    return "An atomic and a plain access do not go together: make both atomic, or put a barrier "
           "between them.";
  if (then.block != me.block->index || who_of(other) == several_blocks)
    return "Blocks run in any order: give each elements of its own, use atomics, or split the "
           "kernel in two. Behind a lock or a counter, __threadfence() must come before the "
           "release.";
  if (in_warp(who_of(other), self.thread / 32))
    return current.grid->threads > 32
               ? "Lanes of a warp do not run in step: put __syncwarp() between the two, or "
                 "__syncthreads() if other warps use it too."
               : "Lanes of a warp do not run in step: put __syncwarp() between the two.";
  return "Put __syncthreads() between the two.";
}

}  // namespace

bool is_ordered(Key other) {
  const std::uint32_t interval = interval_of(other);
  if (interval <= long_ago) return true;
  if (interval < current.first_interval && current.one_stream) return true;
  const Interval& then = intervals[interval];
  // What the host did before the launch was queued comes first.
  if (then.block == Interval::host) return then.operation_id < current.id;
  if (interval < current.first_interval) return ordered(then.operation_id, current.id);
  if (who_of(other) == several_blocks) return !current.parallel && known_of_all_blocks();
  if (then.block == me.block->index && ordered_in_block(*me.block, other)) return true;
  return !current.parallel && known(other);
}

std::string running_thread() {
  std::string text = who_text(threadIdx, blockIdx);
  text[0] = 'T';
  return text;
}

const char* verb(const Touch& t) {
  return t.what == What::read ? " reads " : t.what == What::write ? " writes " : " updates ";
}

void tell_outside(const Touch& t) {
  const Spot spot = describe(t.address, t.size, t.what != What::read);
  const bool freed = spot.where == Where::freed;
  found(freed ? Kind::use_after_free : Kind::out_of_bounds, Level::error, at(me.pc), [&] {
    return running_thread() + verb(t) +
           (freed ? "memory that has been freed: " + spot.name + "."
                  : spot.name +
                        ". Is a test like `if (i < n)` missing, or the index computed wrongly?");
  });
}

void tell_race(const Touch& t, std::uintptr_t pc, Key other, std::uint32_t other_pc,
               const std::uint16_t* reader, bool other_wrote) {
  need_serial();
  const Interval& then = intervals[interval_of(other)];
  At there = at(other_pc & pc_mask);
  if (there.pc == 0 && then.block != Interval::host) there = at(queued_by(then.operation_id));
  // What orders lanes of a warp does not order warps, and what orders those does not order blocks.
  const bool same_warp = in_warp(who_of(other), self.thread / 32);
  const bool same_block = then.block == me.block->index && who_of(other) != several_blocks;
  const unsigned rank = !same_block ? 2 : same_warp ? 0 : 1;
  const bool mine_atomic = t.what == What::atomic, other_atomic = (other_pc & marked) != 0;
  found(
      Kind::race, Level::error, at(pc), there,
      [&] {
        const bool write = t.what != What::read;
        std::string text = running_thread() + verb(t) + describe(t.address, t.size, write).name +
                           ", and " + other_text(other, reader) +
                           (other_wrote ? write ? " writes it too" : " writes it" : " reads it");
        if (there.pc || there.line) text += " at {other}";
        return text + ". " + remedy(other, mine_atomic != other_atomic);
      },
      rank);
}

}  // namespace simt::check
