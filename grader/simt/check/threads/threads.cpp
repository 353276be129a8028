// Functions that kernels call in CHECK instead of the engine's inlined code (simt/*.h under
// SIMT_CHECK): thread ends, barriers, warp collectives, fences, atomics, shared variables.
#include <cstring>
#include <new>

#include "check/memory/variable_memory.h"
#include "check/races/flags.h"
#include "check/races/handovers.h"
#include "check/races/locks.h"
#include "check/races/operations.h"
#include "check/races/order_of_blocks.h"
#include "check/races/pending_stores.h"
#include "check/races/releases.h"
#include "check/races/unchanged_atomics.h"
#include "check/report/findings.h"
#include "check/report/words.h"
#include "check/state.h"
#include "check/threads/built_ins.h"
#include "check/threads/intervals.h"
#include "check/threads/participants.h"
#include "check/threads/polls.h"
#include "engine/checker.h"
#include "engine/fiber_stack.h"
#include "engine/memory/address_space.h"
#include "engine/memory/shared_memory.h"
#include "engine/worker.h"
#include "simt/atomics.h"
#include "simt/barriers.h"
#include "simt/shared.h"
#include "simt/warp.h"

#pragma GCC visibility push(default)

namespace simt::detail {

bool finish_checked_thread() {
  using namespace simt::check;
  if (__builtin_expect(current_thread.watched, 0)) end_watch();
  if (current_thread.pending) resolve_pending();
  verify_built_ins();
  end_without_lock();
  ++current_thread.progress;
  const unsigned next = self.thread + 1;
  if (next >= self.plain_end) return next_thread();
  self.thread = next;
  step_index();
  return true;
}

void* shared_variable(SharedSite& site, std::size_t size, std::size_t alignment,
                      std::size_t element, std::size_t row, std::size_t inner) {
  using simt::check::current_thread;
  const unsigned offset = __atomic_load_n(&site.offset, __ATOMIC_ACQUIRE);
  if (offset == 0 || reinterpret_cast<unsigned*>(self.arena)[site.index] != self.serial) {
    prepare_shared(site, size, alignment);
    current_thread.block->shared.push_back(
        {site.name, site.offset, size, element, row, inner, alignment});
  }
  return self.arena + site.offset;
}

void* dynamic_shared_variable(const char* name, std::size_t element, std::size_t row,
                              std::size_t inner) {
  simt::check::SharedVariable& dynamic = simt::check::current_thread.block->dynamic;
  if (dynamic.name == nullptr) dynamic = {name, 0, 0, element, row, inner, 0};
  return dynamic_shared_memory();
}

extern "C" void simt_checked_syncthreads(const char* file, int line) {
  simt::check::arrive_at_barrier(file, line);
  __syncthreads(file, line);
}

extern "C" void simt_checked_threadfence_block() {
  if (!in_kernel()) return;
  if (simt::check::replaced.there) simt::check::restore_value();
  if (simt::check::current_thread.pending) simt::check::resolve_pending();
  simt::check::fence(true);
}

extern "C" void simt_checked_threadfence() {
  if (!in_kernel()) return;
  if (simt::check::replaced.there) simt::check::restore_value();
  if (simt::check::current_thread.pending) simt::check::resolve_pending();
  simt::check::fence(false);
  maybe_spinning(1);
}

extern "C" unsigned long long simt_checked_collective(Collective what, unsigned mask,
                                                      unsigned long long value, unsigned source,
                                                      const char* file, int line) {
  using namespace simt::check;
  if (__builtin_expect(current_thread.watched, 0)) end_watch();
  if (current_thread.pending) resolve_pending();
  verify_built_ins();
  const unsigned t = self.thread;
  current_thread.block->collective[t] = {file, line};
  current_thread.block->source[t] = static_cast<std::uint8_t>(source % 32);
  // For lanes that run in order, the last one completes the collective.
  if (t % 32 == 31 && mask == ~0u && self.order >> order_shift == static_cast<unsigned>(what) + 1)
    checker->lanes_synchronized(*self.block, t / 32, ~0u, ~0u, what);
  return collective(what, mask, value, source, file, line);
}

extern "C" void simt_checked_matrix(const void* matrix, unsigned long long stride,
                                    unsigned long long alignment, bool by_rows, const char* file,
                                    int line) {
  const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(matrix);
  const unsigned long long past = address % alignment;
  if ((past == 0 && stride % 16 == 0) || self.thread % 32 != 0) return;
  using namespace simt::check;
  // From shared memory, an H200 loads 16 bytes of a row at a time.
  const bool stops =
      by_rows && address_space(matrix) == Space::shared && (address % 16 != 0 || stride % 16 != 0);
  found(stops ? Level::error : Level::advice, at(file, line), "matrix.alignment", [&] {
    return Facts()
        .add_running_thread()
        .add("wrong", past != 0 ? "a matrix " + plural(past, "byte") + " past a multiple of " +
                                      std::to_string(alignment)
                                : "rows (columns) that are " + plural(stride, "byte") + " apart")
        .add("effect", stops ? "a GPU stops the kernel there" : "the result is undefined");
  });
}

namespace {

/// Whether it is the running thread's stack, or where its kernel's arguments lie.
bool is_own_copy(const void* a) {
  const Space space = address_space(a);
  return space == Space::arguments ||
         (space == Space::stacks && on_this_stack(reinterpret_cast<std::uintptr_t>(a)));
}

[[noreturn]] void report_own_copy(const char* call) {
  using namespace simt::check;
  // The grader, which has the source, replaces "what" and "why" by names.
  found(Level::error, at(current_thread.pc), "atomic.own-copy", [&] {
    return Facts()
        .add_running_thread()
        .add("call", call)
        .add("what", "a local variable or a parameter")
        .add("why", "");
  });
  // nvcc warns "Cannot do atomic on local memory", and an H200 stops the kernel with this error.
  stop_kernel(cudaErrorLaunchFailure);
}

}  // namespace

AtomicAccess::AtomicAccess(void* a, unsigned bytes, bool integer, bool block_scope, bool stores,
                           const char* call)
    : address(a), size(bytes), is_integer(integer), result_unused(self.result_unused) {
  using namespace simt::check;
  self.result_unused = false;
  if (!current_thread.block) return;
  current_thread.pc = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  if (call != nullptr && is_own_copy(a)) report_own_copy(call);
  if (address_space(a) != Space::shared) wait_for_turn();
  static_assert(sizeof kept >= sizeof(Atomic) && alignof(AtomicAccess) >= alignof(Atomic));
  pc = current_thread.pc;
  begin_atomic(
      {reinterpret_cast<std::uintptr_t>(a), bytes, What::atomic, false, false, block_scope, stores},
      *new (kept) Atomic);
  if (current.parallel) return;
  lock_before(a, bytes);
  self.refuses = !result_unused && shall_refuse(a, bytes);
  self.refused = false;
  // Before the host can see the new value, because it may react at once.
  if (has_fenced()) note_release_to_host(reinterpret_cast<std::uintptr_t>(a));
}

AtomicAccess::~AtomicAccess() {
  using namespace simt::check;
  if (!current_thread.block) return;
  const bool changed = self.atomic_changed;
  if (!current.parallel) {
    const auto a = reinterpret_cast<std::uintptr_t>(address);
    current_thread.pc = pc;  // code inside the call may have changed it
    end_atomic({a, size, What::atomic}, *reinterpret_cast<const Atomic*>(kept), changed);
    if (!result_unused) simt::check::acquire(a);
    if (changed) {
      // Of an atomic that changes nothing, no other thread can know.
      simt::check::release(a);
      lock_after(address, size, is_integer, result_unused);
    } else {
      lock_refused(address, size);
      observe(a, false);
    }
  }
  self.refuses = self.refused = false;
  if (changed) return;
  note_poll(reinterpret_cast<std::uintptr_t>(address), size);
  maybe_spinning(1);
}

}  // namespace simt::detail

namespace {

struct BoundsData {
  const char* file;
  std::uint32_t line, column;
  const struct Type {
    std::uint16_t kind, info;
    char name[1];
  } * array, *index;
};

/// N of "'float [N]'", M of "'float [M][N]'": the extent of the indexed dimension.
std::size_t parse_extent(const char* type) {
  const char* open = std::strchr(type, '[');
  return open ? std::strtoul(open + 1, nullptr, 10) : 0;
}

}  // namespace

extern "C" void __ubsan_handle_out_of_bounds(const BoundsData* data, unsigned long index) {
  using namespace simt::check;
  if (!current_thread.block) return;
  if (suspect.there) resolve_suspect(0);
  suspect = {true, data->file, static_cast<int>(data->line), static_cast<long>(index),
             parse_extent(data->array->name)};
  disable_fast_paths();
}

#pragma GCC visibility pop

namespace simt::check {

namespace {

/// Whether the access is to the suspect's element of a shared array. `rest`: elements per index of
/// the dimension.
bool is_suspect_element(const OutOfRangeIndex& s, std::uintptr_t address, std::uintptr_t start,
                        std::size_t size, std::size_t element, std::size_t rest) {
  if (s.extent == 0 || element == 0 || rest == 0 || size % (s.extent * rest * element) != 0)
    return false;
  const long at = static_cast<long>(address - start) / static_cast<long>(element * rest);
  const long extent = static_cast<long>(s.extent);
  // For the first dimension, exactly that element; for an inner one, that element of any row.
  return size == s.extent * rest * element ? at == s.index : (at - s.index) % extent == 0;
}

/// The array that several threads share and that the access is to, in words; empty if there is
/// none.
std::string shared_array(const OutOfRangeIndex& s, std::uintptr_t address) {
  const std::string unknown = "an array or a row of one";
  if (near_variables(address)) return unknown;
  if (detail::address_space(reinterpret_cast<void*>(address)) != detail::Space::shared) return "";
  const auto arena = reinterpret_cast<std::uintptr_t>(self.arena);
  for (const SharedVariable& v : current_thread.block->shared)
    for (const std::size_t rest : {std::size_t{1}, v.columns, v.inner})
      if (is_suspect_element(s, address, arena + v.offset, v.size, v.element, rest)) {
        if (v.name == nullptr) return unknown;
        const bool whole = v.size == s.extent * rest * v.element;
        return (whole ? "" : "a row of ") + std::string(v.name);
      }
  return "";
}

}  // namespace

void resolve_suspect(std::uintptr_t address) {
  const OutOfRangeIndex s = suspect;
  const std::string array = address != 0 ? shared_array(s, address) : "";
  const bool common = !array.empty();
  // Other operands of the same expression may be accessed first.
  if (address != 0 && !common) return;
  suspect.there = false;
  resume_fast_paths();
  // A store has a place of its own: findings at one place are described by the first.
  const bool stores = common && current_thread.touching->what != What::read;
  const At place = stores ? at(current_thread.pc) : at(s.file, s.line);
  found(Level::error, place, common ? "bounds.row" : "bounds.local-array", [&] {
    Facts facts;
    facts.add_running_thread()
        .add("index", std::to_string(s.index))
        .add("extent", plural(s.extent, "element"));
    if (common) facts.add("array", array).add("does", verb(*current_thread.touching));
    return facts;
  });
  if (common) return;
  // The local array's access overwrites other local variables, or the engine's data.
  self.worker->grid->fail(cudaErrorIllegalAddress);
  self.worker->give_up();
}

}  // namespace simt::check
