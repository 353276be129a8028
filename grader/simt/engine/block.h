// A block of threads while it runs on one worker. Threads are fibers that start
// lazily: the threads of a block run one after the other on one stack until one
// has to wait; it keeps that stack, and the next thread that has not started
// gets another. From then on they take turns in order (order.cpp) as long as
// all do the same thing, else by the masks of this struct.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/context_switch.h"
#include "engine/grid.h"
#include "engine/memory/async_copies.h"
#include "simt/thread.h"
#include "simt/warp.h"

namespace simt::detail {

constexpr unsigned max_threads = 1024;
constexpr unsigned max_warps = max_threads / 32;

// A thread looks for what another one does by a load, a fence or an atomic that changes nothing. So
// many looks in a row are rare in anything but a loop that waits.
constexpr unsigned looks_in_a_row = 16;
// Those who vote or shuffle between their looks never have that many in a row: then the block's
// looks count, without those in a row. It has fewer of them when it has waited before.
constexpr int looks_of_block = 1024, looks_of_waiting_block = 32;
// A warp with so many collectives since its latest look does not wait.
constexpr unsigned busy_warp = 16;

// A loop that says nothing of what it does may wait when one thread has turned so often in it.
constexpr unsigned turns_between_looks = 1024, turns_of_waiting = 64 * turns_between_looks;

// Lanes of a warp that meet at one collective with one mask.
struct Rendezvous {
  std::uint32_t mask;
  std::uint32_t arrived;
  Collective what;
  int line;          // `active` only: lanes at different calls do not meet
  const char* file;  // likewise
  // Not null: some lanes came in order, hand in and read here.
  unsigned long long* exchange;
};

struct Warp {
  unsigned open = 0;                // rendezvous in use
  unsigned active = 0;              // of these, for __activemask
  unsigned since_look = busy_warp;  // rendezvous, up to busy_warp
  Rendezvous rendezvous[32];
  std::uint8_t source[32];  // the lane whose value a shuffle wants
};

constexpr unsigned max_cluster = 16;  // blocks

struct Block;

// Blocks that run on one worker at the same time and may use each other's shared memory.
struct Cluster {
  unsigned size = 0;
  unsigned ended = 0;       // blocks
  unsigned arrived = 0;     // threads, at its barrier
  std::uint64_t phase = 0;  // barriers passed
  Block* block[max_cluster]{};
};

struct Block {
  unsigned count = 0;  // threads
  unsigned warps = 0;
  unsigned next = 0;              // first thread that has not started
  unsigned live = 0;              // threads that have not ended, started or not
  unsigned at_barrier = 0;        // threads at __syncthreads
  unsigned active = 0;            // threads at __activemask
  unsigned yields = 0;            // since anything else happened
  int patience = 0;               // looks in vain until others get the worker
  unsigned turning = 0;           // the thread that turns in a loop that may wait
  unsigned turns = 0;             // that it has made there
  bool has_turned_often = false;  // since the latest barrier
  std::uint32_t ready_warps = 0;  // a superset of the warps with a ready lane
  int barrier_sum = 0;            // of __syncthreads_count and its kin, being collected
  int barrier_result = 0;
  uint3 index{};              // blockIdx
  unsigned rotate_after = 0;  // thread that gave up the worker
  unsigned serial = 0;
  char* arena = nullptr;
  std::size_t static_shared = 0;  // bytes of the sites touched so far
  std::uint32_t ready[max_warps]{};
  std::uint32_t barrier[max_warps]{};
  std::uint32_t exited[max_warps]{};  // and lanes that do not exist
  Warp warp[max_warps];
  Cluster* cluster = nullptr;  // null: the block is alone
  unsigned cluster_rank = 0;
  enum class State : std::uint8_t { not_begun, running, ended } state = State::not_begun;
  std::uint8_t cluster_phase[max_threads];  // by thread: the phase in which it came, its lowest bit
  std::unique_ptr<AsyncCopies> async;       // null: it has never begun one
  void* check = nullptr;                    // what CHECK keeps of it
  unsigned long long value[max_threads];    // what a lane hands to a collective, then its result
  alignas(2 * exchange_bytes) unsigned long long exchange[64];  // the same in order
  // stopped[next] stands for the thread after the last one that has started;
  // the last element is only ever prefetched.
  alignas(64) Stopped stopped[max_threads + 2]{};

  void begin(uint3 block_index, unsigned threads);
  void make_ready(unsigned w, std::uint32_t lanes) {
    ready[w] |= lanes;
    ready_warps |= 1u << w;
  }
  // Takes a ready thread: lanes after `thread` in its warp, then later warps,
  // then from the start. -1: there is none.
  int take_ready_after(unsigned thread);
  void release_barrier();
  // Completes rendezvous of warp w that wait for nobody any more.
  void complete_rendezvous(unsigned w);
  void complete(unsigned w, unsigned which, std::uint32_t self_bit);
  // Lets lanes at __activemask go on when every other lane of their warp waits
  // for something.
  void release_active(unsigned w, bool force);
};

// From "threads run one after the other" to taking turns in order.
void leave_plain(Block& b);
// From either to full book-keeping; does nothing where that is so already.
void leave_order(Block& b);
// Every thread but the caller has been released from a barrier: back to order,
// from thread 0.
void enter_order(Block& b, const char* file, int line);
// Makes the first thread that has not started the running one.
void enter_next(Block& b);

// Lets the other threads of the block run that can, before the calling one goes on.
void yield_turn();
// Lanes of the running block's warp `w` that can run or have not begun, after yield_turn().
std::uint32_t runnable_lanes(unsigned w);

void pause_thread_slowly(Block& b, const char* file, int line);

// Stops the calling thread, which something has been told to wake, and runs
// others. Small enough to end in a jump to the switch, so that registers are
// saved once and not twice.
[[gnu::always_inline]] inline void pause_thread(Block& b, const char* file, int line) {
  const unsigned me = self.thread;
  const unsigned w = me / 32;
  const std::uint32_t above = b.ready[w] & (~1u << (me % 32));
  if (__builtin_expect(above == 0, 0)) return pause_thread_slowly(b, file, line);
  const unsigned lane = static_cast<unsigned>(__builtin_ctz(above));
  b.ready[w] ^= 1u << lane;
  const unsigned other = w * 32 + lane;
  b.stopped[me].file = file;
  b.stopped[me].line = line;
  enter_thread(other);
  return simt_switch(&b.stopped[me], &b.stopped[other]);
}

void finish_copies(Block& b);

// A thread of a block in a cluster has ended, or the whole block; who waits for it may go on.
void leave_cluster_barrier(Block& b);
// Where that leaves others at the grid's barrier for good, the grid fails.
void leave_grid_barrier(Grid& g);

// The block cannot go on. Reports who waits where and fails the grid.
[[noreturn]] void report_deadlock(Block& b);

// Fails the grid with `error` and a report, and leaves the kernel for good.
[[noreturn]] void abort_kernel(cudaError_t error, const char* report);

}  // namespace simt::detail
