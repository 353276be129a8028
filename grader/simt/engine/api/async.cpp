// Asynchronous copies and barrier objects.
#include "simt/async.h"

#include <cstring>
#include <mutex>

#include "engine/block.h"
#include "engine/checker.h"
#include "engine/memory/address_space.h"
#include "engine/memory/async_copies.h"
#include "engine/memory/tensor_maps.h"
#include "engine/reductions.h"
#include "engine/worker.h"
#include "simt/barriers.h"

namespace simt::detail {

namespace {

// An mbarrier object, stored in its own eight bytes. Objects in shared memory are used only by
// their block's worker; all others share a lock.
struct Object {
  std::uint16_t expected;
  std::uint16_t pending;
  std::int32_t transactions : 24;  // bytes of bulk copies that have not arrived yet
  std::uint32_t phase : 8;
};
static_assert(sizeof(Object) == 8);

std::mutex objects_lock;

class Locked {
 public:
  explicit Locked(const void* object)
      : shared_(address_space(object) == Space::shared || is_named_barrier(object)) {
    if (!shared_) objects_lock.lock();
  }
  ~Locked() {
    if (!shared_) objects_lock.unlock();
  }
  Locked(const Locked&) = delete;

 private:
  bool shared_;
};

AsyncCopies& block_copies(Block& b) {
  if (!b.async) b.async = std::make_unique<AsyncCopies>();
  b.async->used = true;
  return *b.async;
}
AsyncCopies& copies() { return block_copies(*self.block); }

void land(const AsyncCopy& c) {
  if (checker) checker->copy_lands(c);
  for_pieces(c, [&](char* to, const char* from, unsigned size) {
    if (c.reduction != Reduction::none) return reduce(c.reduction, c.element, to, from, size);
    if (c.to_tf32) return copy_as_tf32(to, from, size);
    std::memcpy(to, from, size - c.zeros);
    std::memset(to + size - c.zeros, 0, c.zeros);
  });
}

// Begins a copy of the running thread into or out of the shared memory of `b`.
void begin(Block& b, AsyncCopy c) {
  AsyncCopies& all = block_copies(b);
  c.thread = self.thread;
  c.block = self.block;
  c.batch = all.committed[c.bulk][c.thread];
  c.number = ++all.begun;
  if (checker) checker->copy_begins(b, c);
  if (c.barrier)
    all.bound[c.barrier].push_back(c);
  else
    all.of[c.thread].push_back(c);
}

// Calls `see(block, offset)` for each block that receives the copy. `offset` is the distance in
// bytes from this block's shared memory to that block's.
template <class See>
void for_blocks(unsigned blocks, const See& see) {
  Block& own = *self.block;
  if (blocks == 0 || own.cluster == nullptr) return see(own, 0);
  for (unsigned r = 0; r < own.cluster->size; ++r)
    if (blocks >> r & 1) see(*own.cluster->block[r], own.cluster->block[r]->arena - own.arena);
}

template <class T>
T* moved_by(T* p, std::ptrdiff_t bytes) {
  return p ? reinterpret_cast<T*>(reinterpret_cast<std::uintptr_t>(p) + bytes) : nullptr;
}

// Saves the phase's count. No thread arrives at the next phase before all waiting threads have read
// it.
void note_count(const void* named_barrier) {
  AsyncCopies& all = *self.block->async;
  const auto id = static_cast<const std::uint64_t*>(named_barrier) - all.named;
  all.counts[id] = all.counted[id];
  all.counted[id] = 0;
}

// When all threads have arrived, lands the copies bound to the phase and completes it unless bytes
// are still missing.
void complete_if_all_came(void* object) {
  Object& o = *static_cast<Object*>(object);
  if (o.pending != 0) return;
  if (self.block->async && self.block->async->used) {
    AsyncCopies& all = *self.block->async;
    if (const auto bound = all.bound.find(object); bound != all.bound.end()) {
      for (const AsyncCopy& c : bound->second) {
        land(c);
        if (c.bulk) o.transactions -= static_cast<int>(c.size);
      }
      all.bound.erase(bound);
    }
  }
  if (o.transactions != 0) return;
  if (checker) checker->phase_completes(object);
  if (is_named_barrier(object)) note_count(object);
  o.pending = o.expected;
  ++o.phase;
  ++self.changes;
}

}  // namespace

void begin_copy(const CopyOrder& order) {
  for_blocks(order.blocks, [&](Block& b, std::ptrdiff_t away) {
    void* const to = order.barrier ? moved_by(static_cast<char*>(order.to), away) : order.to;
    begin(b, {to, order.from, order.size, order.zeros, order.bulk,
              moved_by(static_cast<char*>(order.barrier), away), order.reduction, order.element});
  });
}

void begin_box_copy(const BoxOrder& order) {
  if (const auto fault = find_fault(order)) abort_kernel(fault->error, fault->why);
  if (!is_aligned_for_box(order.shared))
    abort_kernel(cudaErrorMisalignedAddress,
                 "a box of a tensor at an address of shared memory that is no multiple of 128");
  const TensorMap m = *tensor_map_at(order.map);
  for_blocks(order.blocks, [&](Block& b, std::ptrdiff_t away) {
    char* const shared = moved_by(static_cast<char*>(order.shared), away);
    void* const barrier = moved_by(static_cast<char*>(order.barrier), away);
    for_stretches(m, order.at, [&](unsigned offset, const char* global, unsigned size) {
      AsyncCopy c{shared + offset, global, size, 0, true, barrier};
      c.swizzle = m.swizzle;
      if (!barrier) {
        // Parts of the box outside the tensor are not stored.
        if (!global) return;
        c.to = const_cast<char*>(global);
        c.from = shared + offset;
        c.reduction = order.reduction;
        c.element = m.reduced_as();
      } else if (!global) {
        c.from = out_of_bounds_fill(m);
      } else {
        c.to_tf32 = m.is_tf32();
      }
      begin(b, c);
    });
  });
}

void fence_async_proxy() {}

void commit_copies(bool bulk) { ++copies().committed[bulk][self.thread]; }

void wait_for_copies(unsigned prior, bool bulk) {
  AsyncCopies& all = copies();
  const unsigned t = self.thread, committed = all.committed[bulk][t];
  std::erase_if(all.of[t], [&](const AsyncCopy& c) {
    const bool waited = c.bulk == bulk && c.batch + prior < committed;
    if (waited) land(c);
    return waited;
  });
}

// Copies of a block that has ended. Its bulk stores still reach global memory.
void finish_copies(Block& b) {
  if (!b.async || !b.async->used) return;
  for (auto& each : b.async->of) {
    for (const AsyncCopy& c : each)
      if (c.bulk) land(c);
    each.clear();
  }
}

void bind_copies(void* barrier) {
  AsyncCopies& all = copies();
  auto& mine = all.of[self.thread];
  auto& bound = all.bound[barrier];
  std::erase_if(mine, [&](AsyncCopy& c) {
    if (c.bulk) return false;
    c.barrier = barrier;
    bound.push_back(c);
    return true;
  });
}

void init_barrier(void* barrier, unsigned count) {
  const Locked lock(barrier);
  *static_cast<Object*>(barrier) = {static_cast<std::uint16_t>(count),
                                    static_cast<std::uint16_t>(count), 0, 0};
  if (self.block && self.block->async) self.block->async->bound.erase(barrier);
}

unsigned arrive_at_barrier(void* barrier, unsigned count, int transactions, bool drop) {
  const Locked lock(barrier);
  Object& o = *static_cast<Object*>(barrier);
  if (o.pending == 0) complete_if_all_came(barrier);
  const unsigned phase = o.phase;
  o.transactions += transactions;
  if (drop) o.expected = static_cast<std::uint16_t>(o.expected - count);
  if (checker) checker->arrives_at_phase(barrier);
  o.pending = static_cast<std::uint16_t>(o.pending - count);
  ++self.changes;
  // Missing bytes arrive as late as possible: when a thread tests the barrier.
  if (o.transactions == 0) complete_if_all_came(barrier);
  return phase;
}

bool is_named_barrier(const void* object) {
  const AsyncCopies* all = self.block ? self.block->async.get() : nullptr;
  return all && object >= all->named && object < all->named + most_named_barriers;
}

namespace {

struct Arrival {
  void* object;
  unsigned phase;
};

Arrival arrive_at_named_barrier(unsigned id, unsigned threads) {
  if (threads == 0) threads = self.block->count;
  void* const object = &copies().named[id % most_named_barriers];
  Object& o = *static_cast<Object*>(object);
  // No thread is waiting, so this phase may have another thread count than the last one.
  if (o.pending == o.expected) o.pending = o.expected = static_cast<std::uint16_t>(threads);
  return {object, arrive_at_barrier(object, 1, 0, false)};
}

}  // namespace

void come_to_named_barrier(unsigned id, unsigned threads) { arrive_at_named_barrier(id, threads); }

void wait_at_named_barrier(unsigned id, unsigned threads) {
  const Arrival mine = arrive_at_named_barrier(id, threads);
  wait_for_phase(mine.object, mine.phase, false);
}

unsigned count_at_named_barrier(unsigned id, unsigned threads, bool predicate) {
  copies().counted[id % most_named_barriers] += predicate;
  wait_at_named_barrier(id, threads);
  return copies().counts[id % most_named_barriers];
}

void put_in_tile(unsigned tile, unsigned rank, const void* value, unsigned size) {
  std::vector<char>& all = copies().of_tile[tile];
  if (all.size() < 1024u * size) all.resize(1024u * size);
  std::memcpy(all.data() + rank * size, value, size);
}

void read_from_tile(unsigned tile, unsigned rank, void* value, unsigned size) {
  std::memcpy(value, copies().of_tile[tile].data() + rank * size, size);
}

void expect_transactions(void* barrier, int transactions) {
  const Locked lock(barrier);
  Object& o = *static_cast<Object*>(barrier);
  if (o.pending == 0) complete_if_all_came(barrier);
  o.transactions += transactions;
}

void add_to_phase(void* barrier) {
  const Locked lock(barrier);
  ++static_cast<Object*>(barrier)->pending;
}

bool has_completed(void* barrier, unsigned phase, bool parity) {
  {
    const Locked lock(barrier);
    const Object& o = *static_cast<const Object*>(barrier);
    if (o.pending == 0) complete_if_all_came(barrier);
    if (parity ? (o.phase & 1) != (phase & 1) : o.phase != phase) {
      if (checker) checker->observes_phase(barrier);
      return true;
    }
  }
  // A thread that tests a barrier usually does so in a loop.
  maybe_spinning(4);
  return false;
}

unsigned pending_at_barrier(const void* barrier) {
  const Locked lock(barrier);
  return static_cast<const Object*>(barrier)->pending;
}

int bytes_to_come(const void* barrier) {
  const Locked lock(barrier);
  const Object& o = *static_cast<const Object*>(barrier);
  return o.pending == 0 ? o.transactions : 0;
}

void wait_for_phase(void* barrier, unsigned phase, bool parity) {
  while (!has_completed(barrier, phase, parity)) yield_thread();
}

}  // namespace simt::detail
