// Records the lanes of a sampled block and reconstructs what warps would execute. Lanes run one
// after the other here; on a GPU, lanes of a warp at the same instruction execute it together,
// which decides how many sectors and passes an access costs. So each lane's basic blocks and
// accesses are recorded, and merged where lanes of a warp meet: at each step, the lanes deepest in
// calls continue and, among these, those at the smallest address. This approximates a GPU's
// reconvergence.
#pragma once

#include <cstdint>
#include <memory>

#include "check/metrics/merge_event.h"
#include "simt/check_report.h"

namespace simt::check {

/// The metrics of all kernels so far. Thread-safe: several traces may add to it.
class Metrics {
 public:
  struct Launch {
    const char* kernel;  // as spelled in the source
    std::uint64_t blocks;
    std::uint32_t threads;
    std::uint32_t dynamic_shared;
  };

  Metrics();
  ~Metrics();
  void clear();
  /// Counts a launch and returns the kernel's number; launches of the same name share one.
  std::uint32_t launched(const Launch& launch);
  void ended(std::uint32_t kernel, const RequestedBytes& requested, int device);
  void write(Report& report) const;

  struct State;

 private:
  friend class BlockTrace;
  std::unique_ptr<State> state_;
};

/// Records one block at a time; a worker reuses its trace. step() and access() are called for every
/// basic block and access, in program order per thread, threads in any order. They only append.
class BlockTrace {
 public:
  BlockTrace();
  ~BlockTrace();

  /// Starts a block and discards an unfinished previous one.
  void begin(Metrics& into, std::uint32_t kernel, std::uint32_t threads);
  /// A basic block is entered. `pc`: its address. `depth`: bytes of stack in use, more inside a
  /// call. At one place in the code it must be the same for all threads, whatever stack they run
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
  /// A transfer by the copy engine, on behalf of no lane.
  void bulk(std::uint64_t pc, Access what, std::uint64_t address, std::uint32_t size);
  /// Whether the thread's trace is half full. Call merge_some() soon: a full trace loses events.
  bool is_filling(std::uint32_t thread) const { return lane_[thread].next >= lane_[thread].half; }
  /// Merges the traces of the thread's warp as far as possible without further events of
  /// `unfinished`, the lanes that can still run. Returns false if that was nothing.
  bool merge_some(std::uint32_t thread, std::uint32_t unfinished);
  /// These lanes of the warp have met at a collective, or ended: merges what they did so far. If
  /// some threads of the warp are missing, the merge waits until they have come as far.
  void note_collective(std::uint32_t warp, std::uint32_t lanes);
  /// All live threads of the block are at a barrier: merges every warp.
  void barrier();
  /// The block has ended: adds its counts to the metrics.
  void end(std::uint32_t static_shared);

 private:
  struct Lane {
    Event* next;
    Event* half;
    Event* end;  // There is room for one more event after it.
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
