// A block of threads while it runs on one worker. Threads are fibers that start lazily: they run
// one after the other on one stack until one has to wait. That thread keeps the stack, and the next
// unstarted thread gets another. From then on they take turns in order (order.cpp) while all do the
// same thing, otherwise by the masks of this struct.
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

// A thread polls by a load, a fence or an atomic that changes nothing. This many polls in a row are
// rare outside of loops that wait.
constexpr unsigned polls_in_a_row = 16;
// Threads that vote or shuffle between polls never reach that many in a row, so the block's other
// polls are counted, too. The limit is lower for a block that has waited before.
constexpr int polls_per_block = 1024, polls_per_waiting_block = 32;
// A warp with this many collectives since its latest poll is not waiting.
constexpr unsigned busy_warp = 16;

// A loop without visible effects may be waiting once one thread has made this many iterations.
constexpr unsigned iterations_per_count = 1024, iterations_of_waiting = 64 * iterations_per_count;

// Lanes of a warp that wait at one collective with the same mask.
struct Rendezvous {
  std::uint32_t mask;
  std::uint32_t arrived;
  Collective what;
  int line;          // `active` only: lanes at different calls do not meet
  const char* file;  // `active` only
  // If not null: lanes that ran in order put their values here and read their results here.
  unsigned long long* exchange;
};

struct Warp {
  unsigned open = 0;    // entries of `rendezvous` in use
  unsigned active = 0;  // how many of them are for __activemask
  // Since the latest poll, at most busy_warp.
  unsigned collectives_since_poll = busy_warp;
  Rendezvous rendezvous[32];
  std::uint8_t source[32];  // the source lane of each lane's shuffle
};

constexpr unsigned max_cluster = 16;  // blocks

struct Block;

// Blocks of a thread block cluster: they run on one worker at the same time and may use each
// other's shared memory.
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
  unsigned next = 0;        // first thread that has not started
  unsigned live = 0;        // threads that have not ended, started or not
  unsigned at_barrier = 0;  // threads at __syncthreads
  unsigned active = 0;      // threads at __activemask
  unsigned yields = 0;      // yields since any thread made progress
  int polls_left = 0;       // polls left until another block gets the worker
  unsigned looping = 0;     // the thread whose loop iterations are counted
  unsigned iterations = 0;  // its iterations so far
  // A thread has reached iterations_of_waiting since the latest barrier.
  bool has_looped_often = false;
  std::uint32_t ready_warps = 0;  // a superset of the warps with a ready lane
  int barrier_sum = 0;            // partial result of __syncthreads_count, _and or _or
  int barrier_result = 0;
  uint3 index{};                     // blockIdx
  unsigned last_yielded_thread = 0;  // the thread that last gave up the worker
  unsigned serial = 0;
  char* arena = nullptr;
  std::size_t static_shared = 0;  // bytes of the sites touched so far
  std::uint32_t ready[max_warps]{};
  std::uint32_t barrier[max_warps]{};
  std::uint32_t exited[max_warps]{};  // also bits of lanes that do not exist
  Warp warp[max_warps];
  Cluster* cluster = nullptr;  // null if the block is not in a cluster
  unsigned cluster_rank = 0;
  enum class State : std::uint8_t { not_begun, running, ended } state = State::not_begun;
  std::uint8_t cluster_phase[max_threads];  // by thread: lowest bit of its arrival phase
  std::unique_ptr<AsyncCopies> async;       // null until the block begins an asynchronous copy
  void* check = nullptr;                    // the check's data on this block
  unsigned long long value[max_threads];    // a lane's operand of a collective, then its result
  alignas(2 * exchange_bytes) unsigned long long exchange[64];  // operands while lanes run in order
  // stopped[next] is the entry after the last started thread; the last element is only prefetched.
  alignas(64) Stopped stopped[max_threads + 2]{};

  void begin(uint3 block_index, unsigned threads);
  void make_ready(unsigned w, std::uint32_t lanes) {
    ready[w] |= lanes;
    ready_warps |= 1u << w;
  }
  // Removes a ready thread from the masks and returns it: first later lanes of the warp of
  // `thread`, then later warps, then from the start. Returns -1 if none is ready.
  int take_ready_after(unsigned thread);
  void release_barrier();
  // Completes collectives of warp w for which all required lanes have arrived.
  void complete_rendezvous(unsigned w);
  void complete(unsigned w, unsigned which, std::uint32_t self_bit);
  // Releases lanes at __activemask when every other lane of their warp is waiting.
  void release_active(unsigned w, bool force);
};

// Switches from "threads run one after the other" to taking turns in order.
void begin_turns(Block& b);
// Switches to the full bookkeeping by masks. No effect if the block is already there.
void use_masks(Block& b);
// Returns to turns in order, from thread 0, after a barrier has released every thread but the
// caller.
void resume_turns(Block& b, const char* file, int line);
// Makes the first unstarted thread the running one.
void start_next_thread(Block& b);

// Lets the other runnable threads of the block run before the caller continues.
void yield_turn();
// Lanes of the running block's warp `w` that can run or have not started, after yield_turn().
std::uint32_t runnable_lanes(unsigned w);

void pause_thread_slowly(Block& b, const char* file, int line);

// Stops the calling thread and runs others. The caller must already be registered with what will
// wake it. Small enough to end in a jump to the switch, so that registers are saved only once.
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

// A thread of a block in a cluster, or the whole block, has ended: releases threads that wait for
// it.
void leave_cluster_barrier(Block& b);
// A block has ended. Fails the grid if others then wait at the grid's barrier forever.
void leave_grid_barrier(Grid& g);

// The block cannot continue. Reports where each thread waits and fails the grid.
[[noreturn]] void report_deadlock(Block& b);

// Fails the grid with `error` and a report, and leaves the kernel.
[[noreturn]] void abort_kernel(cudaError_t error, const char* report);

}  // namespace simt::detail
