// Asynchronous work. Operations are queued and run as late as CUDA allows: when something waits for
// them, or when the host has made no call for a long time (progress.h). A program that forgets to
// wait therefore sees old values. Dependencies form a graph: same stream, awaited events, the
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
  std::uint64_t last = 0;  // its newest operation; 0: none
  // During capture (graphs.h): the next node depends on these nodes.
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
  std::uint64_t operation = 0;  // of the last cudaEventRecord; 0: never recorded
  std::shared_ptr<simt::detail::EventRecord> record;
  // If recorded in a captured stream: the capture (0: none) and the nodes recorded up to then.
  std::uint64_t capture = 0;
  std::vector<CUgraphNode_st*> nodes = {};
};

namespace simt::detail {

/// The event then covers all work queued in the stream so far.
std::uint64_t record_event(CUevent_st& event, CUstream_st& stream);

int current_device();
void set_current_device(int device);

// The stream of a handle, including the special handles; null if there is no such stream.
CUstream_st* find_stream(cudaStream_t handle);

// Queues work and returns its id, or adds it to the graph if the stream is captured (returns 0).
// `after` is an additional operation to wait for, or 0.
std::uint64_t enqueue(CUstream_st& stream, std::function<void()> work, std::uint64_t after = 0);

// Runs the operation, if it has not run, and its dependencies, but nothing else.
void finish(std::uint64_t operation);
// Like finish(), but the host does not count as having waited for it.
void run_now(std::uint64_t operation);
bool is_pending(std::uint64_t operation);
void finish_stream(CUstream_st& stream);
void finish_device(int device);
void finish_everything();
void drop_everything();
bool is_anything_pending();
// Runs the oldest pending operation and its dependencies; the host does not count as having waited.
// Returns false if none is pending.
bool run_oldest();
// Whether this thread is running an operation, as a host function in a stream does.
bool performs_operation();

}  // namespace simt::detail
