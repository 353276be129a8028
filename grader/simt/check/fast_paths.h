// Fast paths of a hook, inlined into it.
// The fastest one serves nearly every access of a kernel that reads shared data: the word's cell
// says that this thread, or several threads, have already read it in this interval. Two more handle
// the first accesses of an interval where nothing can be wrong. Everything else goes to touch().
#pragma once

#include "check/memory/image.h"
#include "check/memory/registered_memory.h"
#include "check/memory/variable_memory.h"
#include "check/report/findings.h"
#include "check/state.h"
#include "check/threads/intervals.h"
#include "engine/memory/address_space.h"

namespace simt::check {

// The Spaces that have cells; the last one is shared memory's.
constexpr std::uintptr_t first_space = 0x10, last_space = 0x14;

[[gnu::always_inline]] inline bool aligned_for_hook(std::uintptr_t a, unsigned size) {
  return a % (size < most_by_hook ? size : most_by_hook) == 0;
}

[[gnu::always_inline]] inline bool has_cell(std::uintptr_t a) {
  return (a >> detail::space_bits) - first_space <= last_space - first_space;
}

[[gnu::always_inline]] inline bool in_arguments(std::uintptr_t a) {
  return a >> detail::space_bits == static_cast<std::uintptr_t>(detail::Space::arguments);
}

/// Device variables lie in the program.
[[gnu::always_inline]] inline bool may_be_variable(std::uintptr_t a) {
  return a >> 32 == 0 && in_variables(a);
}

/// The cell would not change: this thread, or a group that includes it, has read the word in this
/// interval.
[[gnu::always_inline]] inline bool read_before(Cell c, Key current_key, unsigned thread) {
  const Key r = last_read(c);
  if (r == current_key) return true;
  // Several blocks of this launch have read it, and none has written since.
  if (thread_id(r) == several_blocks && current_thread.interval != 0 &&
      current_thread.earlier != 0 && interval_number(r) >= current_thread.earlier)
    return true;
  if ((r ^ current_key) >> thread_id_bits != 0) return false;
  const Key accessor = thread_id(r);
  return accessor == (lanes_of_warp | thread / 32) || accessor >= several_warps;
}

[[gnu::always_inline]] inline bool in_shared_memory(std::uintptr_t a) {
  return a >> detail::space_bits == last_space;
}

/// Every access is counted, so that it shows whether the sampled blocks stand for the others.
[[gnu::always_inline]] inline void count_requested(std::uintptr_t a, unsigned size) {
  current_thread.block->requested[in_shared_memory(a)] += size;
}

/// Memory of another device without peer access.
[[gnu::always_inline]] inline bool is_closed(std::uintptr_t a) {
  return a >> detail::space_bits == current_thread.closed;
}

/// Whether the access was by this block, before its last __syncthreads.
[[gnu::always_inline]] inline bool passed_barrier(Key k) {
  return interval_number(k) < current_thread.interval && interval_number(k) >= current_thread.begun;
}

/// The next common case: the first read of a word in an interval, or the second by another thread,
/// if it was written before this launch or, in shared memory, before the last barrier. Returns
/// false otherwise.
[[gnu::always_inline]] inline bool read_quickly(Cell* cell, std::uintptr_t a, Key current_key,
                                                unsigned thread, std::uintptr_t pc) {
  Cell c = __atomic_load_n(cell, __ATOMIC_RELAXED);
  const Key w = last_write(c), r = last_read(c);
  const bool shared = in_shared_memory(a);
  // No concurrent writer. (If the writer is this thread itself, touch() handles it.)
  if (shared ? !passed_barrier(w) : w == 0 || interval_number(w) >= current_thread.earlier)
    return false;
  if (is_closed(a)) return false;
  Key now = current_key;
  const bool first = shared ? interval_number(r) < current_thread.interval
                            : interval_number(r) < current_thread.earlier;
  if (interval_number(current_key) != current_thread.interval && !(first && shared)) return false;
  if (!first && interval_number(r) != current_thread.interval) {
    if (shared) return false;
    const Interval& then = intervals[interval_number(r)];
    const bool other_block =
        then.block != current_thread.block->index || thread_id(r) == several_blocks;
    if (!other_block && then.epoch == current_thread.block->epoch) return false;
    if (other_block) now = make_key(current_thread.interval, several_blocks);
  } else if (!first) {
    now =
        make_key(current_thread.interval,
                 in_warp(thread_id(r), thread / 32) ? lanes_of_warp | thread / 32 : several_warps);
  }
  if (!shared && current_thread.parallel) {
    if (!__atomic_compare_exchange_n(cell, &c, make_cell(w, now), false, __ATOMIC_ACQ_REL,
                                     __ATOMIC_RELAXED))
      return false;
  } else {
    *cell = make_cell(w, now);
  }
  // A grid run by several workers reports nothing, and origins are twice the size of cells.
  if (!current_thread.parallel)
    note_reader(*origin_at(a), now == current_key, running_reader(),
                static_cast<std::uint32_t>(pc));
  return true;
}

/// A store to a word not accessed since the last barrier (shared memory) or since the launch
/// (global memory).
[[gnu::always_inline]] inline bool write_quickly(Cell* cell, std::uintptr_t a, Key current_key,
                                                 std::uintptr_t pc) {
  Cell c = __atomic_load_n(cell, __ATOMIC_RELAXED);
  const Key w = last_write(c), r = last_read(c);
  const bool shared = in_shared_memory(a);
  if (shared) {
    if (!(w == current_key || passed_barrier(w))) return false;
    if (!(r == current_key || r == 0 || interval_number(r) < current_thread.interval)) return false;
  } else {
    if (w != current_key && (w == 0 || interval_number(w) >= current_thread.earlier)) return false;
    if (r != current_key && interval_number(r) >= current_thread.earlier) return false;
    if (is_closed(a)) return false;
  }
  Origin& o = *origin_at(a);
  if (w == current_key && (o.write_pc & marked)) return false;
  if (!shared && current_thread.parallel) {
    if (!__atomic_compare_exchange_n(cell, &c, make_cell(current_key, 0), false, __ATOMIC_ACQ_REL,
                                     __ATOMIC_RELAXED))
      return false;
  } else {
    *cell = make_cell(current_key, 0);
  }
  o.write_pc = static_cast<std::uint32_t>(pc);
  ++current_thread.progress;
  return true;
}

/// The cells of an access. Those of 16 bytes at 8 mod 16 need not be contiguous (shadow_address()).
template <unsigned Size>
struct Cells {
  Cell* first;
  Cell* second;  // of the second 8 bytes
  [[gnu::always_inline]] explicit Cells(std::uintptr_t a)
      : first(cell_at(a)), second(Size == 16 ? cell_at(a + 8) : nullptr) {}
  [[gnu::always_inline]] Cell* at(unsigned i) const { return i < 2 ? first + i : second + i - 2; }
};

/// Whether this thread's stores to `words` words came from this statement or from an atomic.
[[gnu::always_inline]] inline bool stored_here(std::uintptr_t a, unsigned words,
                                               std::uintptr_t pc) {
  for (unsigned i = 0; i < words; ++i) {
    const std::uint32_t by = origin_at(a + 4 * i)->write_pc;
    if (!(by & marked) && by != static_cast<std::uint32_t>(pc)) return false;
  }
  return true;
}

template <unsigned Size>
[[gnu::always_inline]] inline void see_read(void* p, std::uintptr_t pc) {
  const auto a = reinterpret_cast<std::uintptr_t>(p);
  current_thread.pc = pc;
  if constexpr (Size >= 4) {
    if (__builtin_expect(has_cell(a), 1)) {
      const unsigned thread = self.thread;
      const Key current_key = current_thread.keys[thread];
      const Cells<Size> cells(a);
      bool all = read_before(*cells.at(0), current_key, thread);
      for (unsigned i = 1; i < Size / 4; ++i)
        all = all && read_before(*cells.at(i), current_key, thread);
      if (__builtin_expect(all, 1)) return count_requested(a, Size);
      if (current_thread.interval != 0 && aligned_for_hook(a, Size)) {
        all = true;
        for (unsigned i = 0; i < Size / 4 && all; ++i)
          all = read_quickly(cells.at(i), a + 4 * i, current_key, thread, pc);
        if (all) return count_requested(a, Size);
      }
    } else if (!current_thread.block && !may_be_variable(a) && !in_arguments(a) &&
               !may_be_registered(a)) {
      return;
    }
  }
  touch({a, Size, What::read});
}

template <unsigned Size>
[[gnu::always_inline]] inline void see_write(void* p, std::uintptr_t pc) {
  const auto a = reinterpret_cast<std::uintptr_t>(p);
  current_thread.pc = pc;
  if constexpr (Size >= 4) {
    if (__builtin_expect(has_cell(a), 1)) {
      const Key current_key = current_thread.keys[self.thread];
      const Cells<Size> cells(a);
      bool all = *cells.at(0) == current_key;
      for (unsigned i = 1; i < Size / 4; ++i) all = all && *cells.at(i) == current_key;
      // A grid run by several workers reports nothing.
      if (all && (current_thread.parallel || stored_here(a, Size / 4, pc)))
        return count_requested(a, Size);
      if (!all && current_thread.interval != 0 && aligned_for_hook(a, Size)) {
        all = true;
        for (unsigned i = 0; i < Size / 4 && all; ++i)
          all = write_quickly(cells.at(i), a + 4 * i, current_key, pc);
        if (all) return count_requested(a, Size);
      }
    } else if (!current_thread.block) {
      if (__builtin_expect(is_engines(a), 0)) report_tampering();
      if (!in_arguments(a) && !may_be_registered(a)) return;
    }
  }
  touch({a, Size, What::write});
}

}  // namespace simt::check
