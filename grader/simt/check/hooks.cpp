// Functions called by instrumented code: GCC's thread sanitizer calls one before each access, its
// coverage one at each basic block. The sanitizers' own libraries are not linked. An address
// outside of known memory has no cell, so reading the cell faults; faults.h reports that.
#include "check/hooks.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "check/fast_paths.h"
#include "check/metrics/full_trace.h"
#include "check/races/flags.h"
#include "check/races/handovers.h"
#include "check/races/operations.h"
#include "check/races/races.h"
#include "check/races/releases.h"
#include "check/threads/polls.h"
#include "engine/fiber_stack.h"
#include "simt/barriers.h"

using namespace simt::check;
using simt::detail::self;

namespace {

// Address, size and kind of the last access announced as a range of bytes.
__thread HookAccess latest_bytes __attribute__((tls_model("local-exec")));

}  // namespace

void simt::check::touch_at(void* p, unsigned size, What what, bool is_volatile, bool bytes,
                           std::uintptr_t pc) {
  current_thread.pc = pc;
  if (bytes) latest_bytes = {reinterpret_cast<std::uintptr_t>(p), size, what};
  const auto a = reinterpret_cast<std::uintptr_t>(p);
  if (!is_volatile || !current_thread.block) return touch({a, size, what, is_volatile, bytes});
  if (replaced.there) restore_value();
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
  const bool first_look = consume_postponed_read();
  note_poll(a, size);
  simt::detail::maybe_spinning(1);
  acquire(a);  // before the load, whose value it may see
  observe(a, true);
  if (first_look) replace_value(a, size);
}

#pragma GCC visibility push(default)

extern "C" {

#define SIMT_HOOKS(size)                                                        \
  void __tsan_read##size(void* p) { see_read<size>(p, SIMT_RETURN_ADDRESS); }   \
  void __tsan_write##size(void* p) { see_write<size>(p, SIMT_RETURN_ADDRESS); } \
  void __tsan_unaligned_read##size(void* p) {                                   \
    touch_at(p, size, What::read, false, true, SIMT_RETURN_ADDRESS);            \
  }                                                                             \
  void __tsan_unaligned_write##size(void* p) {                                  \
    touch_at(p, size, What::write, false, true, SIMT_RETURN_ADDRESS);           \
  }                                                                             \
  void __tsan_volatile_read##size(void* p) {                                    \
    touch_at(p, size, What::read, true, false, SIMT_RETURN_ADDRESS);            \
  }                                                                             \
  void __tsan_volatile_write##size(void* p) {                                   \
    touch_at(p, size, What::write, true, false, SIMT_RETURN_ADDRESS);           \
  }                                                                             \
  void __tsan_unaligned_volatile_read##size(void* p) {                          \
    touch_at(p, size, What::read, true, true, SIMT_RETURN_ADDRESS);             \
  }                                                                             \
  void __tsan_unaligned_volatile_write##size(void* p) {                         \
    touch_at(p, size, What::write, true, true, SIMT_RETURN_ADDRESS);            \
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
void __tsan_vptr_read(void** p) { see_read<8>(p, SIMT_RETURN_ADDRESS); }
void __tsan_vptr_update(void** p, void*) { see_write<8>(p, SIMT_RETURN_ADDRESS); }
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}

void __sanitizer_cov_trace_pc() {
  if (__builtin_expect(current_thread.watched, 0)) {
    end_watch();
    if (!current_thread.trace) return;
    if (__builtin_expect(current_thread.trace->is_filling(self.thread), 0)) drain_trace();
    const auto here = reinterpret_cast<char*>(__builtin_frame_address(0));
    current_thread.trace->step(self.thread, SIMT_RETURN_ADDRESS,
                               static_cast<std::uint32_t>(simt::detail::this_stack() - here));
  }
}

}  // extern "C"

#pragma GCC visibility pop

namespace {

// A hook faulted while reading the cell of an address that has none.
template <class F>
HookAccess hook(F* function, unsigned size, What what) {
  return {reinterpret_cast<std::uintptr_t>(function), size, what};
}

template <class F>
std::uintptr_t function_address(F* function) {
  return reinterpret_cast<std::uintptr_t>(function);
}

}  // namespace

void simt::check::report_unseen_misalignment() {
  const Touch t{latest_bytes.function, latest_bytes.size, latest_bytes.what};
  if (t.size != 0 && t.size <= 16 && t.address % t.size != 0 && !current.parallel)
    report_misaligned(t);
}

bool simt::check::called_for_volatile(std::uintptr_t return_address) {
  static const std::uintptr_t all[] = {
      function_address(__tsan_volatile_read1),  function_address(__tsan_volatile_write1),
      function_address(__tsan_volatile_read2),  function_address(__tsan_volatile_write2),
      function_address(__tsan_volatile_read4),  function_address(__tsan_volatile_write4),
      function_address(__tsan_volatile_read8),  function_address(__tsan_volatile_write8),
      function_address(__tsan_volatile_read16), function_address(__tsan_volatile_write16),
  };
  const auto* after = reinterpret_cast<const unsigned char*>(return_address);
  std::int32_t displacement;
  if (return_address < 65536) return false;
  std::memcpy(&displacement, after - 4, sizeof displacement);
#ifdef __x86_64__
  // 0xE8 and a 32-bit displacement: a near call, as the compiler emits for a hook.
  if (after[-5] != 0xE8) return false;
  const std::uintptr_t call = return_address;
#else
  // bl: six opcode bits and a 26-bit displacement in words, relative to the instruction itself.
  if (static_cast<std::uint32_t>(displacement) >> 26 != 0x25) return false;
  displacement = static_cast<std::int32_t>(static_cast<std::uint32_t>(displacement) << 6) >> 4;
  const std::uintptr_t call = return_address - 4;
#endif
  const std::uintptr_t target =
      call + static_cast<std::uintptr_t>(static_cast<std::intptr_t>(displacement));
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
