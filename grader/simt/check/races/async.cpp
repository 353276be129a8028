#include "check/races/async.h"

#include <algorithm>

#include "check/hooks.h"
#include "check/memory/boxes.h"
#include "check/memory/regions.h"
#include "check/memory/registered_memory.h"
#include "check/memory/variable_memory.h"
#include "check/races/pending_stores.h"
#include "check/races/proxies.h"
#include "check/races/races.h"
#include "check/races/releases.h"
#include "check/report/findings.h"
#include "check/threads/intervals.h"
#include "engine/memory/address_space.h"
#include "engine/memory/async_copies.h"
#include "simt/async.h"

namespace simt::check {

namespace {

template <class See>
void for_words(std::uintptr_t address, unsigned size, const See& see) {
  for (std::uintptr_t word = address & ~std::uintptr_t{3}; word < address + size; word += 4)
    see(word);
}

bool has_cells(std::uintptr_t address, unsigned size) {
  const detail::Space space = detail::address_space(reinterpret_cast<void*>(address));
  if (space == detail::Space::stacks || space == detail::Space::arguments) return false;
  return locate(address, size, false) == Where::inside;
}

/// Visits the words that the copy reads and those that it replaces.
template <class See>
void for_source(const detail::AsyncCopy& c, const See& see) {
  detail::for_pieces(c, [&](char*, const char* piece, unsigned size) {
    const auto from = reinterpret_cast<std::uintptr_t>(piece);
    if (size > c.zeros && has_cells(from, size - c.zeros))
      for_words(cell_address(from), size - c.zeros, see);
  });
}
template <class See>
void for_goal(const detail::AsyncCopy& c, const See& see) {
  if (c.reduction != detail::Reduction::none) return;
  detail::for_pieces(c, [&](const char* piece, const char*, unsigned size) {
    const auto to = reinterpret_cast<std::uintptr_t>(piece);
    if (has_cells(to, size)) for_words(cell_address(to), size, see);
  });
}

/// The key that becomes the writer of the landed data.
Key key_of_landed(BlockState& b, const Flight& f) {
  if (!f.copy.barrier) return b.keys[self.thread];
  if (!f.copy.bulk) return f.by;
  // A thread that sees the phase complete knows of every thread that arrived at it. The thread that
  // began the copy may have arrived earlier or belong to another block, so use an interval in which
  // a thread arrived: it contains no stores.
  const auto o = b.objects.find(f.copy.barrier);
  if (o == b.objects.end()) return f.by;
  const std::vector<std::uint32_t>& came = o->second.came;
  for (std::size_t t = 0; t < came.size(); ++t)
    if (came[t] != 0) {
      b.proxies.by_copies.insert(came[t]);
      return make_key(came[t], static_cast<std::uint32_t>(t));
    }
  return f.by;
}

/// The object's clocks: one per thread of the block.
std::vector<std::uint32_t>& thread_clock(BlockState& b, unsigned thread) {
  const std::size_t threads = self.block->count;
  if (b.clocks.empty()) b.clocks.assign(threads, std::vector<std::uint32_t>(threads, 0));
  return b.clocks[thread];
}

void merge_clock(std::vector<std::uint32_t>& to, const std::vector<std::uint32_t>& from) {
  if (to.size() < from.size()) to.resize(from.size(), 0);
  for (std::size_t i = 0; i < from.size(); ++i) to[i] = std::max(to[i], from[i]);
}

bool is_in_block(const void* object) {
  return reinterpret_cast<std::uintptr_t>(object) - reinterpret_cast<std::uintptr_t>(self.arena) <
             (std::uintptr_t{1} << 24) ||
         detail::is_named_barrier(object);
}

}  // namespace

void begin_thread_interval(BlockState& b) {
  b.keys[self.thread] = make_key(new_interval({b.index, b.epoch, current.id}), self.thread);
}

void copy_has_begun(BlockState& b, const detail::AsyncCopy& c) {
  Flight f{c,
           static_cast<std::uint32_t>(current_thread.pc),
           current_thread.block->keys[self.thread],
           {}};
  for_source(c, [&](std::uintptr_t word) {
    f.source.emplace_back(last_write(*cell_at(word)), origin_at(word)->write_pc);
  });
  for_goal(c, [&](std::uintptr_t word) {
    *cell_at(word) = make_cell(in_flight, 0);
    origin_at(word)->write_pc = f.pc;
  });
  b.flights.emplace(c.number, std::move(f));
}

void copy_has_landed(BlockState& b, const detail::AsyncCopy& c) {
  const auto at_number = b.flights.find(c.number);
  if (at_number == b.flights.end()) return;
  Flight f = std::move(at_number->second);
  b.flights.erase(at_number);
  f.copy = c;  // a barrier object may have been assigned since
  std::size_t i = 0;
  for_source(c, [&](std::uintptr_t word) {
    if (i == f.source.size()) return;
    const auto& [by, pc] = f.source[i++];
    const Origin& origin = *origin_at(word);
    if (last_write(*cell_at(word)) == by && origin.write_pc == pc) return;
    found(Level::error, at(f.pc), at(origin.write_pc & pc_mask), "race.copy-source",
          [&] { return Facts().add_running_thread().add_spot(word, 4, false); });
  });
  const Key by = key_of_landed(b, f);
  for_goal(c, [&](std::uintptr_t word) {
    if (last_write(*cell_at(word)) == in_flight) *cell_at(word) = make_cell(by, 0);
  });
}

void forget_flights(BlockState& b) {
  for (const auto& [number, f] : b.flights)
    for_goal(f.copy, [](std::uintptr_t word) {
      if (last_write(*cell_at(word)) == in_flight) *cell_at(word) = 0;
    });
  b.flights.clear();
}

void set_up_object(BlockState& b, const void* object) {
  if (is_in_block(object))
    b.objects[object] = {
        {}, {}, {}, {}, b.keys[self.thread], static_cast<std::uint32_t>(current_thread.pc)};
}

void use_object(BlockState& b, const void* object) {
  const auto o = b.objects.find(object);
  if (o == b.objects.end() || o->second.set_up == 0 || is_ordered(o->second.set_up)) return;
  const Touch t{reinterpret_cast<std::uintptr_t>(object), 8, What::atomic};
  report_race({o->second.set_up, o->second.set_up_pc, true, nullptr}, t, current_thread.pc);
}

void arrive_at_phase(BlockState& b, const void* object) {
  if (!is_in_block(object)) {
    fence(false);
    return release(reinterpret_cast<std::uintptr_t>(object));
  }
  std::vector<std::uint32_t>& own_clock = thread_clock(b, self.thread);
  // Everything done so far belongs to this or an earlier interval.
  own_clock[self.thread] = new_interval({b.index, b.epoch, current.id});
  BlockState::BarrierObject& o = b.objects[object];
  merge_clock(o.came, own_clock);
  publish_acquired(b, o.acquired_by_came);
  begin_thread_interval(b);
}

void complete_phase(BlockState& b, const void* object) {
  if (!is_in_block(object)) return;
  BlockState::BarrierObject& o = b.objects[object];
  o.known = o.came;
  o.acquired = o.acquired_by_came;
}

void observe_phase(BlockState& b, const void* object) {
  if (!is_in_block(object)) {
    acquire(reinterpret_cast<std::uintptr_t>(object));
    return fence(false);
  }
  const BlockState::BarrierObject& o = b.objects[object];
  merge_clock(thread_clock(b, self.thread), o.known);
  learn_acquired(b, o.acquired);
}

void share_clocks(BlockState& b, unsigned warp, std::uint32_t lanes) {
  std::vector<std::uint32_t> all;
  const auto for_lanes = [&](const auto& see) {
    for (std::uint32_t rest = lanes; rest; rest &= rest - 1)
      see(thread_clock(b, warp * 32 + static_cast<unsigned>(__builtin_ctz(rest))));
  };
  for_lanes([&](std::vector<std::uint32_t>& clock) { merge_clock(all, clock); });
  for_lanes([&](std::vector<std::uint32_t>& clock) { clock = all; });
}

}  // namespace simt::check

#pragma GCC visibility push(default)

// Checked code calls these instead of the engine's functions (simt/async.h).
namespace {

using namespace simt::check;

/// Bulk copies move 16 bytes at a time, aligned to 16.
void require_bulk_alignment(const void* p, What what) {
  const Touch t{reinterpret_cast<std::uintptr_t>(p), 16, what};
  if (t.address % t.size == 0) return;
  report_misaligned(t);
  stop_kernel(cudaErrorMisalignedAddress);
}

/// The headers' functions are inlined, so the caller is the program's own code.
#define SIMT_CALLER \
  current_thread.pc = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

void touch_at_caller(const void* p, unsigned size, What what, bool bulk = false) {
  if (current_thread.pending) resolve_pending();
  Touch t{reinterpret_cast<std::uintptr_t>(p), size, what};
  t.bulk = bulk;
  touch(t);
}

void touch_barrier(const void* barrier) {
  if (current_thread.pending) resolve_pending();
  Touch t{reinterpret_cast<std::uintptr_t>(barrier), 8, What::atomic};
  t.waits = true;
  touch(t);
}

}  // namespace

extern "C" void simt_checked_begin_copy(const simt::detail::CopyOrder& order) {
  SIMT_CALLER;
  const std::uintptr_t pc = current_thread.pc;
  if (current_thread.pending) resolve_pending();
  if (order.bulk && current_thread.block) {
    require_bulk_alignment(order.from, What::read);
    require_bulk_alignment(order.to, What::write);
    require_fence_for_copy(reinterpret_cast<std::uintptr_t>(order.from), order.size);
  }
  if (order.size > order.zeros)
    touch_at_caller(order.from, order.size - order.zeros, What::read, order.bulk);
  current_thread.pc = pc;
  touch_at_caller(order.to, order.size,
                  order.reduction == simt::detail::Reduction::none ? What::write : What::atomic,
                  order.bulk);
  if (current_thread.pending) resolve_pending();
  current_thread.pc = pc;
  simt::detail::begin_copy(order);
}

extern "C" void simt_checked_begin_box_copy(const simt::detail::BoxOrder& order) {
  SIMT_CALLER;
  const std::uintptr_t pc = current_thread.pc;
  touch_by_box(order);
  current_thread.pc = pc;
  simt::detail::begin_box_copy(order);
}

extern "C" void simt_checked_fence_async_proxy() {
  if (current_thread.pending) resolve_pending();
  if (current_thread.block) fence_between_proxies();
}

extern "C" void simt_checked_init_barrier(void* barrier, unsigned count) {
  SIMT_CALLER;
  touch_at_caller(barrier, 8, What::write);
  if (current_thread.block) set_up_object(*current_thread.block, barrier);
  simt::detail::init_barrier(barrier, count);
}

extern "C" unsigned simt_checked_arrive_at_barrier(void* barrier, unsigned count, int transactions,
                                                   bool drop) {
  SIMT_CALLER;
  touch_barrier(barrier);
  if (current_thread.block) use_object(*current_thread.block, barrier);
  return simt::detail::arrive_at_barrier(barrier, count, transactions, drop);
}

extern "C" bool simt_checked_has_completed(void* barrier, unsigned phase, bool parity) {
  SIMT_CALLER;
  const std::uintptr_t pc = current_thread.pc;
  touch_barrier(barrier);
  if (current_thread.block) current_thread.block->awaited = {barrier, pc};
  current_thread.pc = pc;
  return simt::detail::has_completed(barrier, phase, parity);
}

#pragma GCC visibility pop
