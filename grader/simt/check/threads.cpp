// What kernels call in CHECK in place of the engine's inlined code (simt/*.h under SIMT_CHECK):
// thread ends, barriers, warp collectives, fences, atomics, shared variables.
#include <cstring>

#include "engine/checker.h"
#include "engine/shared_memory.h"
#include "engine/worker.h"
#include "findings.h"
#include "intervals.h"
#include "locks.h"
#include "order_of_blocks.h"
#include "releases.h"
#include "simt/atomics.h"
#include "simt/barriers.h"
#include "simt/shared.h"
#include "simt/warp.h"
#include "state.h"
#include "variables.h"
#include "words.h"

namespace simt::detail {

bool finish_thread() {
  using namespace simt::check;
  if (me.pending) resolve_pending();
  ++me.progress;
  const unsigned next = self.thread + 1;
  if (next >= self.plain_end) return next_thread();
  self.thread = next;
  if (++threadIdx.x == blockDim.x) {
    threadIdx.x = 0;
    if (++threadIdx.y == blockDim.y) {
      threadIdx.y = 0;
      ++threadIdx.z;
    }
  }
  return true;
}

void* shared_variable(SharedSite& site, std::size_t size, std::size_t alignment,
                      std::size_t element, std::size_t row, std::size_t inner) {
  using simt::check::me;
  const unsigned offset = __atomic_load_n(&site.offset, __ATOMIC_ACQUIRE);
  if (offset == 0 || reinterpret_cast<unsigned*>(self.arena)[site.index] != self.serial) {
    prepare_shared(site, size, alignment);
    me.block->shared.push_back({&site, site.offset, size, element, row, inner});
  }
  return self.arena + site.offset;
}

extern "C" void simt_checked_syncthreads(const char* file, int line) {
  if (checker) checker->arrives_at_barrier(file, line);
  __syncthreads(file, line);
}

extern "C" void simt_checked_threadfence_block() {
  if (!in_kernel()) return;
  if (simt::check::me.pending) simt::check::resolve_pending();
  simt::check::fence();
}

extern "C" void simt_checked_threadfence() {
  simt_checked_threadfence_block();
  if (in_kernel()) maybe_spinning(1);
}

extern "C" unsigned long long simt_checked_collective(Collective what, unsigned mask,
                                                      unsigned long long value, unsigned source,
                                                      const char* file, int line) {
  using namespace simt::check;
  if (me.pending) resolve_pending();
  const unsigned t = self.thread;
  me.block->collective[t] = {file, line};
  // Lanes in order: the last one completes the meeting.
  if (t % 32 == 31 && mask == ~0u && self.order >> order_bits == static_cast<unsigned>(what) + 1)
    checker->met(*self.block, t / 32, ~0u, ~0u, what);
  return collective(what, mask, value, source, file, line);
}

AtomicAccess::AtomicAccess(void* a, unsigned bytes) : address(a), size(bytes) {
  using namespace simt::check;
  if (!me.block) return;
  me.pc = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  if (space_of(a) != Space::shared) wait_for_turn();
  touch({reinterpret_cast<std::uintptr_t>(a), bytes, What::atomic});
  if (!current.parallel) lock_before(a, bytes);
}

AtomicAccess::~AtomicAccess() {
  using namespace simt::check;
  if (!me.block || current.parallel) return;
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  simt::check::acquire(a);
  simt::check::release(a);
  lock_after(address, size);
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

/// N of "'float [N]'" or of "'float [M][N]'" the M: the dimension that is indexed.
std::size_t extent_of(const char* type) {
  const char* open = std::strchr(type, '[');
  return open ? std::strtoul(open + 1, nullptr, 10) : 0;
}

}  // namespace

extern "C" void __ubsan_handle_out_of_bounds(const BoundsData* data, unsigned long index) {
  using namespace simt::check;
  if (!me.block) return;
  const std::size_t extent = extent_of(data->array->name);
  const auto message = [&](const char* what) {
    return [=] {
      return "Thread " + triple(threadIdx) + " of block " + triple(blockIdx) + " uses index " +
             std::to_string(static_cast<long>(index)) + " of " + what + " that has " +
             plural(extent, "element") + ".";
    };
  };
  const At place = at(data->file, static_cast<int>(data->line));
  // An array that more than one thread sees has cells, which tell more if the access leaves it; but
  // not if it only leaves its row.
  bool is_common = false;
  for (const SharedVariable& v : me.block->shared)
    is_common = is_common || extent == v.columns || extent * v.element == v.size ||
                (v.columns && extent * v.columns * v.element == v.size);
  for (const Variable& v : device_variables())
    is_common = is_common || (extent && v.size % extent == 0);
  if (is_common) {
    found(Kind::out_of_bounds, Level::error, place, message("an array, or a row of one,"));
    return;
  }
  found(Kind::local_array, Level::error, place, message("an array"));
  // It would write over other local variables, or over the engine's.
  self.worker->grid->fail(cudaErrorIllegalAddress);
  self.worker->give_up();
}
