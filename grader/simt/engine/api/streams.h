// Asynchronous work. Operations are queued and run as late as CUDA allows: when something waits for
// them, or the host has long called nothing (progress.h). A program that forgets to wait sees the
// values from before. What must come first is kept as a graph: the same stream, awaited events, the
// legacy default stream.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "simt/runtime_types.h"

struct CUgraphNode_st;
namespace simt::detail {
struct Capture;
}

struct CUstream_st {
  int device = 0;
  bool blocking = true;  // takes part in the legacy default stream's ordering
  int priority = 0;
  std::uint64_t last = 0;  // its newest operation; 0: none ever
  // While it is captured (graphs.h): what comes next is behind these nodes.
  simt::detail::Capture* capture = nullptr;
  std::vector<CUgraphNode_st*> tail = {};
};

namespace simt::detail {
struct EventRecord {
  bool done = false;
  double milliseconds = 0;
};
}  // namespace simt::detail

struct CUevent_st {
  unsigned flags = 0;
  std::uint64_t operation = 0;  // the last cudaEventRecord; 0: never recorded
  std::shared_ptr<simt::detail::EventRecord> record;
  // Recorded in a captured stream: in which capture (0: none), and behind which nodes.
  std::uint64_t capture = 0;
  std::vector<CUgraphNode_st*> nodes = {};
};

namespace simt::detail {

/// The event stands for what the stream was given so far.
std::uint64_t record_event(CUevent_st& event, CUstream_st& stream);

int current_device();
void set_current_device(int device);

// The stream behind a handle, the special ones included; null if there is none such.
CUstream_st* find_stream(cudaStream_t handle);

// Queues work, or notes it where the stream is captured (0 is returned then). `after` is one more
// operation to wait for, or 0.
std::uint64_t enqueue(CUstream_st& stream, std::function<void()> work, std::uint64_t after = 0);

// Runs the operation, if it has not run, with all that must come before it, and no other.
void finish(std::uint64_t operation);
// The same, but the host does not know that it is over.
void run_now(std::uint64_t operation);
bool is_pending(std::uint64_t operation);
void finish_stream(CUstream_st& stream);
void finish_device(int device);
void finish_everything();
void drop_everything();
bool is_anything_pending();
// Performs the oldest operation that has not been, with all that must come before it; the host does
// not know of it. False: there is none.
bool run_oldest();
// Whether this thread performs an operation, as a host function in a stream does.
bool performs_operation();

}  // namespace simt::detail
