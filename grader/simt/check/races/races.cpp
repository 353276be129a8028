#include "check/races/races.h"

#include <algorithm>

#include "check/hooks.h"
#include "check/memory/heap.h"
#include "check/memory/spots.h"
#include "check/races/handovers.h"
#include "check/races/operations.h"
#include "check/races/releases.h"
#include "check/report/findings.h"
#include "check/report/words.h"
#include "check/threads/intervals.h"
#include "check/threads/warp_sets.h"
#include "engine/memory/address_space.h"
#include "engine/worker.h"

namespace simt::check {

namespace {

/// Whether two lanes of one warp, in one epoch of one block, have synchronized since.
bool synchronized_since(const BlockState& b, unsigned lane, Key other) {
  for (const WarpSync& s : b.syncs[self.thread / 32])
    if (s.interval > interval_number(other) && (s.mask >> lane & 1) &&
        (s.mask >> self.thread % 32 & 1))
      return true;
  return false;
}

/// Ordered by barrier objects. If the warps of the readers are unknown, there are at least two;
/// whether a third one has skipped the barrier is seen only at later barriers of the block.
bool known_by_clock(const BlockState& b, Key other) {
  const std::vector<std::uint32_t>& mine = b.clocks[self.thread];
  const unsigned accessor = thread_id(other), all = static_cast<unsigned>(mine.size());
  if (accessor < several) return mine[accessor] >= interval_number(other);
  if (accessor > several_warps && accessor < first_warp_set) return false;
  unsigned known = 0;
  for (std::uint32_t rest = warp_set(accessor) & (~0u >> (32 - (all + 31) / 32)); rest;
       rest &= rest - 1) {
    const unsigned first = 32 * static_cast<unsigned>(__builtin_ctz(rest));
    bool warp_known = true;
    for (unsigned t = first; t < std::min(first + 32, all); ++t)
      warp_known &= t == self.thread || mine[t] >= interval_number(other);
    if (warp_known)
      ++known;
    else if (accessor != several_warps)
      return false;
  }
  return accessor != several_warps || known >= 2;
}

bool ordered_in_block(const BlockState& b, Key other) {
  const Interval& then = intervals[interval_number(other)];
  if (then.epoch != b.epoch) return true;
  const unsigned accessor = thread_id(other), warp = self.thread / 32;
  if (accessor == self.thread) return true;
  if (!b.clocks.empty() && known_by_clock(b, other)) return true;
  if (accessor < several)
    return accessor / 32 == warp && synchronized_since(b, accessor % 32, other);
  if (accessor >= several_warps || accessor - lanes_of_warp != warp) return false;
  // The key does not say which lanes: at most those that share the interval.
  std::uint32_t lanes = ~0u;
  for (const WarpSync& s : b.syncs[warp])
    if (s.interval == interval_number(other)) lanes = s.mask;
  for (; lanes; lanes &= lanes - 1)
    if (!synchronized_since(b, static_cast<unsigned>(__builtin_ctz(lanes)), other)) return false;
  return true;
}

/// The previous kernel in the stream made the access, and the running thread has not waited for
/// that kernel although it may overlap with it (programmatic dependent launch).
bool before_wait(const Interval& then) {
  return current.grid->programmatic && then.block < Interval::host &&
         may_overlap(then.operation_id, current.id) &&
         !current_thread.block->waited_for_grid_ahead.test(self.thread);
}

std::string format_thread_in_block(const uint3& thread, const uint3& block) {
  return "thread " + triple(thread) + " of block " + triple(block);
}

std::string other_text(Key other, const std::uint16_t* reader) {
  const Interval& then = intervals[interval_number(other)];
  if (then.block == Interval::host) return "the host";
  const detail::CallSite& by = queued_by(then.operation_id);
  const std::string call = by.call ? by.call : "a copy";
  if (then.block == Interval::operation) return call;
  if (before_wait(then)) return "kernel " + call + ", launched ahead of this one,";
  if (then.operation_id != current.id) return "kernel " + call + ", in another stream,";
  unsigned thread = thread_id(other);
  if (thread & several)
    thread = reader ? reader_thread(reader[reader[0] == running_reader() ? 1 : 0]) : ~0u;
  if (thread_id(other) == several_blocks) return "a thread of another block";
  const detail::Grid& g = *current.grid;
  if (thread == ~0u || thread >= g.threads) return "another thread";
  const uint3 index = index_in(g.block, thread);
  if (then.block == current_thread.block->index) return "thread " + triple(index);
  return format_thread_in_block(index, index_in(g.grid, then.block));
}

/// How an access was made. Of the other access, only its mark, its place and the hook called there
/// are known.
enum class Manner { plain, is_volatile, atomic };

Manner manner_of_other(std::uint32_t pc) {
  if (!(pc & marked)) return Manner::plain;
  return called_for_volatile(pc & pc_mask) ? Manner::is_volatile : Manner::atomic;
}

bool of_this_launch(const Interval& then) {
  return then.block < Interval::host && then.operation_id == current.id;
}

const char* race_cause(Key other, Manner mine, Manner others) {
  const Interval& then = intervals[interval_number(other)];
  if (then.block == Interval::host) return "race.host";
  if (before_wait(then)) return "race.dependent-launch";
  if (then.operation_id != current.id) return "race.streams";
  const bool in_grid =
      then.block != current_thread.block->index || thread_id(other) == several_blocks;
  if ((mine == Manner::atomic) != (others == Manner::atomic))
    return in_grid ? "race.mixed-in-grid" : "race.mixed";
  if (mine == Manner::is_volatile || others == Manner::is_volatile) return "race.volatile";
  if (in_grid) return "race.grid";
  if (current.grid->threads <= 32) return "race.one-warp";
  return in_warp(thread_id(other), self.thread / 32) ? "race.warp" : "race.block";
}

/// "reads", "writes (volatile)", "updates".
std::string in_manner(const char* does, Manner manner) {
  if (manner == Manner::is_volatile) return std::string(does) + " (volatile)";
  return manner == Manner::atomic ? "updates" : does;
}

Manner classify_manner(const Touch& t) {
  if (t.what == What::atomic) return Manner::atomic;
  return t.is_volatile ? Manner::is_volatile : Manner::plain;
}

At other_place(const RaceWith& r) {
  const Interval& then = intervals[interval_number(r.other)];
  const At there = at(r.pc & pc_mask);
  return there.pc == 0 && then.block != Interval::host ? at(queued_by(then.operation_id)) : there;
}

Facts race_facts(const Touch& t, const RaceWith& r) {
  return Facts()
      .add_running_thread()
      .add("does", in_manner(verb(t), classify_manner(t)))
      .add_spot(t.address, t.size, t.what != What::read)
      .add("party", other_text(r.other, r.reader))
      .add("party_does", in_manner(r.wrote ? "writes" : "reads", manner_of_other(r.pc)));
}

/// The known reason for a race. Facts are computed only when a race is reported, not each of the
/// many thousand times that it occurs.
class RaceDescription {
 public:
  RaceDescription(const Touch& t, const RaceWith& r) : touch_(t), race_(r) {
    if (of_this_launch(intervals[interval_number(r.other)]))
      handover_ = handover_without_fence(r.other, t.address);
  }

  const char* cause() const {
    if (handover_) return handover_->by_store ? "race.plain-release" : "race.no-release";
    return race_cause(race_.other, classify_manner(touch_), manner_of_other(race_.pc));
  }
  Facts facts() const {
    Facts facts = race_facts(touch_, race_);
    if (handover_)
      facts.add("sign", handover_->sign).add("released_pc", std::to_string(handover_->pc));
    return facts;
  }

 private:
  const Touch& touch_;
  const RaceWith& race_;
  std::optional<Handover> handover_;
};

/// Whether the host has stored to a word that the kernel has read as volatile or atomically: then
/// what the host did before is known. (Evaluated late: the host may have stored between the hook
/// and the load.)
bool has_signaled_kernel() {
  return std::any_of(current.from_host.begin(), current.from_host.end(), [](std::uintptr_t word) {
    const Key w = last_write(*cell_at(word));
    return intervals[interval_number(w)].block == Interval::host &&
           (origin_at(word)->write_pc & marked);
  });
}

bool in_same_cluster(const Interval& then) {
  const dim3 &grid = current.grid->grid, &c = current.grid->cluster;
  const uint3 theirs = index_in(grid, then.block),
              mine = index_in(grid, current_thread.block->index);
  return theirs.x / c.x == mine.x / c.x && theirs.y / c.y == mine.y / c.y &&
         theirs.z / c.z == mine.z / c.z;
}

}  // namespace

Order determine_order(Key other) {
  const auto when = [](bool ordered) { return ordered ? Order::before : Order::none; };
  const std::uint32_t interval = interval_number(other);
  if (interval <= long_ago) return Order::before;
  if (interval < current.first_interval && current.one_stream) return Order::before;
  const Interval& then = intervals[interval];
  // Everything that the host did before it queued the launch is ordered before it.
  if (then.block == Interval::host)
    return when(then.operation_id < current.id || has_signaled_kernel());
  if (before_wait(then)) return Order::none;
  if (interval < current.first_interval) return when(ordered(then.operation_id, current.id));
  if (interval < current_thread.block->cluster_since && in_same_cluster(then)) return Order::before;
  if (thread_id(other) == several_blocks) return when(!current.parallel && known_of_all_blocks());
  if (then.block == current_thread.block->index && ordered_in_block(*current_thread.block, other))
    return Order::before;
  if (current.parallel) return Order::none;
  if ((thread_id(other) & several) &&
      (thread_id(other) < no_thread || thread_id(other) >= first_warp_set) &&
      known_of_all_threads(other))
    return Order::before;
  return known(other);
}

bool in_this_grid(Key other) {
  return interval_number(other) >= current.first_interval &&
         intervals[interval_number(other)].block < Interval::host;
}

bool is_of_this_block(Key other) {
  return other != 0 && in_this_grid(other) &&
         intervals[interval_number(other)].block == current_thread.block->index;
}

bool in_same_warp(Key other) {
  const Interval& then = intervals[interval_number(other)];
  return then.operation_id == current.id && then.block == current_thread.block->index &&
         thread_id(other) != several_blocks && in_warp(thread_id(other), self.thread / 32);
}

const char* verb(const Touch& t) {
  if (t.frees) return "frees";
  return t.what == What::read ? "reads" : t.what == What::write ? "writes" : "updates";
}

void report_out_of_bounds(const Touch& t) {
  const Spot spot = describe(t.address, t.size, t.what != What::read);
  const bool freed = spot.where == Where::freed;
  found(Level::error, at(current_thread.pc),
        freed && !detail::on_heap(t.address) ? place_of_free(t.address) : place_on_heap(t.address),
        freed                 ? "memory.freed"
        : spot.dynamic_shared ? "bounds.dynamic-shared"
                              : "bounds.outside",
        [&] {
          return Facts()
              .add_running_thread()
              .add("does", verb(t))
              .add_spot(t.address, t.size, t.what != What::read);
        });
}

void report_misaligned(const Touch& t) {
  found(Level::error, at(current_thread.pc), "access.misaligned", [&] {
    return Facts()
        .add_running_thread()
        .add("does", verb(t))
        .add("bytes", plural(t.size, "byte"))
        .add("size", std::to_string(t.size))
        .add_spot(t.address, t.size, t.what != What::read);
  });
}

void report_race(const RaceWith& r, const Touch& t, std::uintptr_t pc, Level level) {
  need_serial();
  const RaceDescription description(t, r);
  found(level, at(pc), other_place(r), description.cause(), [&] { return description.facts(); });
}

void report_missing_fence(const RaceWith& r, const Touch& t, std::uintptr_t pc) {
  found(Level::advice, at(pc), other_place(r), "race.no-acquire", [&] { return race_facts(t, r); });
}

void report_missing_fence_elsewhere(const RaceWith& r, const Touch& t, std::uintptr_t pc) {
  const detail::Grid& g = *current.grid;
  found(Level::advice, other_place(r), at(pc), "race.no-acquire", [&] {
    return Facts()
        .add("thread", triple(index_in(g.block, thread_id(r.other))))
        .add("block", triple(index_in(g.grid, intervals[interval_number(r.other)].block)))
        .add("does", r.wrote ? "writes" : "reads")
        .add_spot(t.address, t.size, r.wrote)
        .add("party", format_thread_in_block(threadIdx, blockIdx))
        .add("party_does", verb(t));
  });
}

Race make_race(const RaceWith& r, const Touch& t, std::uintptr_t pc) {
  const RaceDescription description(t, r);
  return {at(pc), other_place(r), description.cause(), description.facts()};
}

}  // namespace simt::check
