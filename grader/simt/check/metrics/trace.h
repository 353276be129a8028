// What the lanes of a sampled block do, and what a warp would make of it. Lanes run one after the
// other here; on a GPU the lanes of a warp that are at the same instruction execute it together,
// and that decides how many sectors and passes an access costs. So each lane's basic blocks and
// accesses are recorded, and where lanes of a warp meet, they are merged: at each step those lanes
// go on that are deepest in calls and, of these, at the smallest address, as a GPU's reconvergence
// comes close to.
#pragma once

#include <cstdint>
#include <memory>

#include "check/metrics/merge_event.h"
#include "simt/check_report.h"

namespace simt::check {

/// The metrics of all kernels so far. Any number of traces may add to it: it locks.
class Metrics {
 public:
  struct Launch {
    const char* kernel;  // as the source spells it
    std::uint64_t blocks;
    std::uint32_t threads;
    std::uint32_t dynamic_shared;
  };

  Metrics();
  ~Metrics();
  void clear();
  /// Counts a launch and returns the kernel's number; launches of the same name share one.
  std::uint32_t launched(const Launch& launch);
  void write(Report& report) const;

  struct State;

 private:
  friend class BlockTrace;
  std::unique_ptr<State> state_;
};

/// One block at a time; a worker keeps one and uses it again. step and access are called for every
/// basic block and every access of the block's threads, in the order of each thread, threads in any
/// order: they only append.
class BlockTrace {
 public:
  BlockTrace();
  ~BlockTrace();

  /// Forgets what it has of a block that never came to its end.
  void begin(Metrics& into, std::uint32_t kernel, std::uint32_t threads);
  /// A basic block is entered. `pc`: its address. `depth`: bytes of stack in use, more in a call.
  /// At the same place in the code it must be the same for all threads, whatever stacks they run
  /// on.
  void step(std::uint32_t thread, std::uint64_t pc, std::uint32_t depth) {
    append(thread, step_event(pc, depth));
  }
  /// `pc`: the return address of the hook. `address`: of global or shared memory.
  void access(std::uint32_t thread, std::uint64_t pc, Access what, std::uint64_t address,
              std::uint32_t size) {
    for (; __builtin_expect(size > largest_piece, 0); size -= largest_piece) {
      append(thread, access_event(pc, what, address, largest_piece));
      address += largest_piece;
    }
    append(thread, access_event(pc, what, address, size));
  }
  /// By the copy engine, for no lane.
  void bulk(std::uint64_t pc, Access what, std::uint64_t address, std::uint32_t size);
  /// The thread's trace is half full. Before it is, merge_some() makes room: soon, for what is not
  /// recorded is lost.
  bool is_filling(std::uint32_t thread) const { return lane_[thread].next >= lane_[thread].half; }
  /// Merges what the lanes of the thread's warp did up to where one of `unfinished` is needed,
  /// lanes that can go on by themselves. False: there was nothing before that.
  bool merge_some(std::uint32_t thread, std::uint32_t unfinished);
  /// These lanes of the warp have met at a collective, or ended: what they did up to here is
  /// merged. If they are not all threads of the warp, not before the others have come as far.
  void note_meeting(std::uint32_t warp, std::uint32_t lanes);
  /// All live threads of the block have met at a barrier: merges every warp.
  void barrier();
  /// The block has ended. Adds what was found to the metrics.
  void end(std::uint32_t static_shared);

 private:
  struct Lane {
    Event* next;
    Event* half;
    Event* end;  // Room for one more is behind it.
  };
  struct State;

  void append(std::uint32_t thread, Event event) {
    Lane& lane = lane_[thread];
    if (__builtin_expect(lane.next == lane.end, 0))
      cut();
    else
      *lane.next++ = event;
  }
  void cut();
  bool merge_warp(std::uint32_t warp, std::uint32_t lanes, std::uint32_t unfinished = 0);
  void merge_all();

  std::unique_ptr<Lane[]> lane_;
  std::unique_ptr<State> state_;
};

}  // namespace simt::check
