// What instrumented code calls: GCC's thread sanitizer before each access, its coverage at each
// basic block, its bounds check where an index is out of an array's range. Not a part of those
// sanitizers' own libraries is linked.
//
// The shortest way, taken by nearly every access of a kernel that reads what many read: one look at
// the word's cell says that this thread, or several threads, have read it in this interval already.
// Two more short ways are for the first accesses of an interval where nothing can be wrong. All
// else is touch()'s. An address that belongs to nothing has no cell, and looking at it faults:
// Check::fault (check.cpp) tells.
#include "hooks.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "engine/address_space.h"
#include "engine/fiber_stack.h"
#include "flags.h"
#include "handovers.h"
#include "image.h"
#include "intervals.h"
#include "races.h"
#include "releases.h"
#include "simt/barriers.h"
#include "state.h"

using namespace simt::check;
using simt::detail::self;

#define SIMT_RETURN_ADDRESS reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

namespace {

constexpr std::uintptr_t first_space = 0x10, last_space = 0x14;

[[gnu::always_inline]] inline bool has_cell(std::uintptr_t a) {
  return (a >> simt::detail::space_bits) - first_space <= last_space - first_space;
}

/// Nothing new: this thread has read the word in this interval, or threads that it counts among
/// have.
[[gnu::always_inline]] inline bool read_before(Cell c, Key mine, unsigned thread) {
  const Key r = read_of(c);
  if (r == mine) return true;
  // Several blocks of this launch have, and none has written since.
  if (who_of(r) == several_blocks && me.interval != 0 && me.earlier != 0 &&
      interval_of(r) >= me.earlier)
    return true;
  if ((r ^ mine) >> who_bits != 0) return false;
  const Key who = who_of(r);
  return who == (lanes_of_warp | thread / 32) || who >= several_warps;
}

[[gnu::always_inline]] inline bool is_shared(std::uintptr_t a) {
  return a >> simt::detail::space_bits == last_space;
}

/// Memory of another device, which the kernel's own was given no access to.
[[gnu::always_inline]] inline bool is_closed(std::uintptr_t a) {
  return a >> simt::detail::space_bits == me.closed;
}

/// Of this block, before its last __syncthreads.
[[gnu::always_inline]] inline bool passed_barrier(Key k) {
  return interval_of(k) < me.interval && interval_of(k) >= me.begun;
}

/// The next usual case: the first read of a word in an interval, or the second one by another
/// thread, of what was written before this launch or, in shared memory, before the last barrier.
/// False: it is something else.
[[gnu::always_inline]] inline bool read_quickly(Cell* cell, std::uintptr_t a, Key mine,
                                                unsigned thread, std::uintptr_t pc) {
  Cell c = __atomic_load_n(cell, __ATOMIC_RELAXED);
  const Key w = write_of(c), r = read_of(c);
  const bool shared = is_shared(a);
  // Nobody writes to it now. (Of a thread's own store nobody else may have read; touch() looks.)
  if (shared ? !passed_barrier(w) : w == 0 || interval_of(w) >= me.earlier) return false;
  if (is_closed(a)) return false;
  Key now = mine;
  const bool first = shared ? interval_of(r) < me.interval : interval_of(r) < me.earlier;
  if (interval_of(mine) != me.interval && !(first && shared)) return false;
  if (!first && interval_of(r) != me.interval) {
    if (shared) return false;
    const Interval& then = intervals[interval_of(r)];
    const bool other_block = then.block != me.block->index || who_of(r) == several_blocks;
    if (!other_block && then.epoch == me.block->epoch) return false;
    if (other_block) now = key_of(me.interval, several_blocks);
  } else if (!first) {
    now = key_of(me.interval,
                 in_warp(who_of(r), thread / 32) ? lanes_of_warp | thread / 32 : several_warps);
  }
  if (!shared && me.parallel) {
    if (!__atomic_compare_exchange_n(cell, &c, cell_of(w, now), false, __ATOMIC_ACQ_REL,
                                     __ATOMIC_RELAXED))
      return false;
  } else {
    *cell = cell_of(w, now);
  }
  // Nothing is told of a grid that several workers run, and origins are twice the size of cells.
  if (!me.parallel) note_reader(*origin_at(a), now == mine, thread, static_cast<std::uint32_t>(pc));
  return true;
}

/// A store to a word that nobody has touched since the last barrier (shared memory), or since the
/// launch (global memory).
[[gnu::always_inline]] inline bool write_quickly(Cell* cell, std::uintptr_t a, Key mine,
                                                 std::uintptr_t pc) {
  Cell c = __atomic_load_n(cell, __ATOMIC_RELAXED);
  const Key w = write_of(c), r = read_of(c);
  const bool shared = is_shared(a);
  if (shared) {
    if (!(w == mine || passed_barrier(w))) return false;
    if (!(r == mine || r == 0 || interval_of(r) < me.interval)) return false;
  } else {
    if (w != mine && (w == 0 || interval_of(w) >= me.earlier)) return false;
    if (r != mine && interval_of(r) >= me.earlier) return false;
    if (is_closed(a)) return false;
  }
  Origin& o = *origin_at(a);
  if (w == mine && (o.write_pc & marked)) return false;
  if (!shared && me.parallel) {
    if (!__atomic_compare_exchange_n(cell, &c, cell_of(mine, 0), false, __ATOMIC_ACQ_REL,
                                     __ATOMIC_RELAXED))
      return false;
  } else {
    *cell = cell_of(mine, 0);
  }
  o.write_pc = static_cast<std::uint32_t>(pc);
  ++me.progress;
  return true;
}

template <unsigned Size>
[[gnu::always_inline]] inline void read(void* p, std::uintptr_t pc) {
  const auto a = reinterpret_cast<std::uintptr_t>(p);
  me.pc = pc;
  if constexpr (Size >= 4) {
    if (__builtin_expect(has_cell(a), 1)) {
      const unsigned thread = self.thread;
      const Key mine = me.keys[thread];
      Cell* const cell = cell_at(a);
      bool all = read_before(cell[0], mine, thread);
      for (unsigned i = 1; i < Size / 4; ++i) all = all && read_before(cell[i], mine, thread);
      if (__builtin_expect(all, 1)) return;
      if (me.interval != 0 && a % Size == 0) {
        all = true;
        for (unsigned i = 0; i < Size / 4 && all; ++i)
          all = read_quickly(cell + i, a + 4 * i, mine, thread, pc);
        if (all) return;
      }
    } else if (!me.block) {
      return;
    }
  }
  touch({a, Size, What::read});
}

template <unsigned Size>
[[gnu::always_inline]] inline void write(void* p, std::uintptr_t pc) {
  const auto a = reinterpret_cast<std::uintptr_t>(p);
  me.pc = pc;
  if constexpr (Size >= 4) {
    if (__builtin_expect(has_cell(a), 1)) {
      const Key mine = me.keys[self.thread];
      Cell* const cell = cell_at(a);
      bool all = cell[0] == mine;
      for (unsigned i = 1; i < Size / 4; ++i) all = all && cell[i] == mine;
      if (all) return;
      if (me.interval != 0 && a % Size == 0) {
        all = true;
        for (unsigned i = 0; i < Size / 4 && all; ++i)
          all = write_quickly(cell + i, a + 4 * i, mine, pc);
        if (all) return;
      }
    } else if (!me.block) {
      if (__builtin_expect(is_engines(a), 0)) tell_meddling();
      return;
    }
  }
  touch({a, Size, What::write});
}

// Address, size and kind of the last access that was announced as bytes.
__thread HookAccess latest_bytes __attribute__((tls_model("local-exec")));

void touch_at(void* p, unsigned size, What what, bool is_volatile, bool bytes, std::uintptr_t pc) {
  me.pc = pc;
  if (bytes) latest_bytes = {reinterpret_cast<std::uintptr_t>(p), size, what};
  const auto a = reinterpret_cast<std::uintptr_t>(p);
  if (!is_volatile || !me.block) return touch({a, size, what, is_volatile, bytes});
  if (shown.there) show_value_again();
  if (what == What::write) {
    note_volatile_store(a, size);
    if (has_fenced()) {
      release(a);
      note_release_to_host(a);
    }
    touch({a, size, what, true, bytes});
    if (!current.parallel) hand_over(a, Sign::flag);
    return;
  }
  note_volatile_read(a, size);
  touch({a, size, what, true, bytes});
  const bool first_look = take_read_put_off();
  simt::detail::maybe_spinning(1);
  acquire(a);  // of what the load sees, which comes next
  look(a, true);
  if (first_look) show_value_before(a, size);
}

void touch_copy(void* to, const void* from, unsigned long size, std::uintptr_t pc) {
  if (size == 0) return;
  touch_at(const_cast<void*>(from), static_cast<unsigned>(size), What::read, false, true, pc);
  touch_at(to, static_cast<unsigned>(size), What::write, false, true, pc);
}

}  // namespace

#pragma GCC visibility push(default)

extern "C" {

#define SIMT_HOOKS(size)                                                    \
  void __tsan_read##size(void* p) { read<size>(p, SIMT_RETURN_ADDRESS); }   \
  void __tsan_write##size(void* p) { write<size>(p, SIMT_RETURN_ADDRESS); } \
  void __tsan_unaligned_read##size(void* p) {                               \
    touch_at(p, size, What::read, false, true, SIMT_RETURN_ADDRESS);        \
  }                                                                         \
  void __tsan_unaligned_write##size(void* p) {                              \
    touch_at(p, size, What::write, false, true, SIMT_RETURN_ADDRESS);       \
  }                                                                         \
  void __tsan_volatile_read##size(void* p) {                                \
    touch_at(p, size, What::read, true, false, SIMT_RETURN_ADDRESS);        \
  }                                                                         \
  void __tsan_volatile_write##size(void* p) {                               \
    touch_at(p, size, What::write, true, false, SIMT_RETURN_ADDRESS);       \
  }                                                                         \
  void __tsan_unaligned_volatile_read##size(void* p) {                      \
    touch_at(p, size, What::read, true, true, SIMT_RETURN_ADDRESS);         \
  }                                                                         \
  void __tsan_unaligned_volatile_write##size(void* p) {                     \
    touch_at(p, size, What::write, true, true, SIMT_RETURN_ADDRESS);        \
  }
SIMT_HOOKS(1)
SIMT_HOOKS(2)
SIMT_HOOKS(4)
SIMT_HOOKS(8)
SIMT_HOOKS(16)

void __tsan_read_range(void* p, unsigned long size) {
  touch_at(p, static_cast<unsigned>(size), What::read, false, true, SIMT_RETURN_ADDRESS);
}
void __tsan_write_range(void* p, unsigned long size) {
  touch_at(p, static_cast<unsigned>(size), What::write, false, true, SIMT_RETURN_ADDRESS);
}
void __tsan_vptr_read(void** p) { read<8>(p, SIMT_RETURN_ADDRESS); }
void __tsan_vptr_update(void** p, void*) { write<8>(p, SIMT_RETURN_ADDRESS); }
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}

void __sanitizer_cov_trace_pc() {
  if (__builtin_expect(me.watched, 0)) {
    end_watch();
    if (!me.trace) return;
    const auto here = reinterpret_cast<char*>(__builtin_frame_address(0));
    me.trace->step(self.thread, SIMT_RETURN_ADDRESS,
                   static_cast<std::uint32_t>(simt::detail::this_stack() - here));
  }
}

// memcpy and its kin in the student's code are renamed to these (simtcc).
void* simt_checked_memcpy(void* to, const void* from, unsigned long size) {
  touch_copy(to, from, size, SIMT_RETURN_ADDRESS);
  return __builtin_memcpy(to, from, size);
}
void* simt_checked_memmove(void* to, const void* from, unsigned long size) {
  touch_copy(to, from, size, SIMT_RETURN_ADDRESS);
  return __builtin_memmove(to, from, size);
}
void* simt_checked_memset(void* to, int value, unsigned long size) {
  if (size)
    touch_at(to, static_cast<unsigned>(size), What::write, false, true, SIMT_RETURN_ADDRESS);
  return __builtin_memset(to, value, size);
}

}  // extern "C"

// --- atomics of the host's standard library, which the sanitizer turns into calls

// A kernel has CUDA's atomics; by these names it loads and stores like any other code. On the host
// they are how it talks to kernels.
#define SIMT_SEEN(p, bits, what)                                                                 \
  touch_at(const_cast<void*>(static_cast<const volatile void*>(p)), (bits) / 8, what, !me.block, \
           false, SIMT_RETURN_ADDRESS)

#define SIMT_TSAN_UPDATE(bits, T, name, builtin)                       \
  extern "C" T __tsan_atomic##bits##_##name(volatile T* p, T v, int) { \
    SIMT_SEEN(p, bits, What::atomic);                                  \
    return builtin(p, v, __ATOMIC_SEQ_CST);                            \
  }
#define SIMT_TSAN_EXCHANGE(bits, T, name)                                                     \
  extern "C" int __tsan_atomic##bits##_compare_exchange_##name(volatile T* p, T* e, T v, int, \
                                                               int) {                         \
    SIMT_SEEN(p, bits, What::atomic);                                                         \
    return __atomic_compare_exchange_n(p, e, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);   \
  }
#define SIMT_TSAN_ATOMIC(bits, T)                                                              \
  extern "C" T __tsan_atomic##bits##_load(const volatile T* p, int) {                          \
    SIMT_SEEN(p, bits, What::read);                                                            \
    const T value = __atomic_load_n(p, __ATOMIC_SEQ_CST);                                      \
    if (!me.block) SIMT_SEEN(p, bits, What::read); /* a kernel may have stored it since */     \
    return value;                                                                              \
  }                                                                                            \
  extern "C" void __tsan_atomic##bits##_store(volatile T* p, T v, int) {                       \
    SIMT_SEEN(p, bits, What::write);                                                           \
    __atomic_store_n(p, v, __ATOMIC_SEQ_CST);                                                  \
  }                                                                                            \
  SIMT_TSAN_UPDATE(bits, T, exchange, __atomic_exchange_n)                                     \
  SIMT_TSAN_UPDATE(bits, T, fetch_add, __atomic_fetch_add)                                     \
  SIMT_TSAN_UPDATE(bits, T, fetch_sub, __atomic_fetch_sub)                                     \
  SIMT_TSAN_UPDATE(bits, T, fetch_and, __atomic_fetch_and)                                     \
  SIMT_TSAN_UPDATE(bits, T, fetch_or, __atomic_fetch_or)                                       \
  SIMT_TSAN_UPDATE(bits, T, fetch_xor, __atomic_fetch_xor)                                     \
  SIMT_TSAN_UPDATE(bits, T, fetch_nand, __atomic_fetch_nand)                                   \
  SIMT_TSAN_EXCHANGE(bits, T, strong)                                                          \
  SIMT_TSAN_EXCHANGE(bits, T, weak)                                                            \
  extern "C" T __tsan_atomic##bits##_compare_exchange_val(volatile T* p, T e, T v, int, int) { \
    SIMT_SEEN(p, bits, What::atomic);                                                          \
    __atomic_compare_exchange_n(p, &e, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);          \
    return e;                                                                                  \
  }
SIMT_TSAN_ATOMIC(8, unsigned char)
SIMT_TSAN_ATOMIC(16, unsigned short)
SIMT_TSAN_ATOMIC(32, unsigned int)
SIMT_TSAN_ATOMIC(64, unsigned long)

extern "C" void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
extern "C" void __tsan_atomic_signal_fence(int) {}

#pragma GCC visibility pop

namespace {

// A hook that faults has looked at the cell of an address that has none.
template <class F>
HookAccess hook(F* function, unsigned size, What what) {
  return {reinterpret_cast<std::uintptr_t>(function), size, what};
}

template <class F>
std::uintptr_t address_of(F* function) {
  return reinterpret_cast<std::uintptr_t>(function);
}

}  // namespace

void simt::check::tell_unseen_misalignment() {
  const Touch t{latest_bytes.function, latest_bytes.size, latest_bytes.what};
  if (t.size != 0 && t.size <= 16 && t.address % t.size != 0 && !current.parallel)
    tell_misaligned(t);
}

bool simt::check::called_for_volatile(std::uintptr_t return_address) {
  static const std::uintptr_t all[] = {
      address_of(__tsan_volatile_read1),  address_of(__tsan_volatile_write1),
      address_of(__tsan_volatile_read2),  address_of(__tsan_volatile_write2),
      address_of(__tsan_volatile_read4),  address_of(__tsan_volatile_write4),
      address_of(__tsan_volatile_read8),  address_of(__tsan_volatile_write8),
      address_of(__tsan_volatile_read16), address_of(__tsan_volatile_write16),
  };
  // e8 and a displacement of 32 bits: a near call, as the compiler makes it for a hook.
  const auto* after = reinterpret_cast<const unsigned char*>(return_address);
  if (return_address < 65536 || after[-5] != 0xE8) return false;
  std::int32_t displacement;
  std::memcpy(&displacement, after - 4, sizeof displacement);
  const std::uintptr_t target =
      return_address + static_cast<std::uintptr_t>(static_cast<std::intptr_t>(displacement));
  return std::find(std::begin(all), std::end(all), target) != std::end(all);
}

HookAccess simt::check::access_of_hook(std::uintptr_t pc) {
  static const HookAccess all[] = {
      hook(__tsan_read4, 4, What::read),   hook(__tsan_read8, 8, What::read),
      hook(__tsan_read16, 16, What::read), hook(__tsan_write4, 4, What::write),
      hook(__tsan_write8, 8, What::write), hook(__tsan_write16, 16, What::write),
  };
  HookAccess best{0, 0, What::read};
  for (const HookAccess& h : all)
    if (h.function <= pc && h.function > best.function) best = h;
  return best;
}
