#include "engine/api/streams.h"

#include <algorithm>
#include <deque>
#include <set>
#include <vector>

#include "engine/api/api.h"
#include "engine/checker.h"
#include "engine/graphs/graphs.h"
#include "engine/memory/address_space.h"
#include "engine/progress.h"
#include "simt/host.h"

namespace simt::detail {

namespace {

// About the depth of a real queue; beyond it, a launch waits for the oldest work.
constexpr std::size_t most_pending = 1024;

struct Operation {
  std::uint64_t id;
  int device;
  bool done = false;
  bool wanted = false;
  std::vector<std::uint64_t> after;
  std::function<void()> work;
};

struct Queue {
  std::deque<Operation> operations;  // consecutive ids
  std::uint64_t newest = 0;
  std::set<CUstream_st*> streams;
  CUstream_st legacy[devices];
  CUstream_st per_thread[devices];
  Queue() {
    for (int d = 0; d < devices; ++d) legacy[d].device = per_thread[d].device = d;
  }
};

Queue& queue() {
  static auto* q = new Queue;  // outlives static destructors that call the API
  return *q;
}

thread_local int device_of_thread = 0;
thread_local bool performs = false;

Operation* find(std::uint64_t id) {
  auto& all = queue().operations;
  if (all.empty() || id < all.front().id || id > all.back().id) return nullptr;
  return &all[id - all.front().id];
}

void perform(Operation& op) {
  op.done = true;
  const std::function<void()> work = std::move(op.work);
  // After a kernel has failed, no other operation runs.
  if (sticky_error() != cudaSuccess) return;
  performs = true;
  if (checker) checker->operation_begins(op.id);
  work();
  if (checker) checker->operation_ends();
  performs = false;
}

void drop_done() {
  auto& all = queue().operations;
  while (!all.empty() && all.front().done) all.pop_front();
}

// Runs the wanted operations and all that they depend on, in the order of submission.
void run_wanted(std::uint64_t up_to) {
  auto& all = queue().operations;
  if (all.empty()) return;
  const std::uint64_t first = all.front().id;
  for (std::uint64_t id = std::min(up_to, all.back().id); id >= first; --id) {
    Operation& op = all[id - first];
    if (!op.wanted || op.done) continue;
    for (const std::uint64_t before : op.after)
      if (Operation* o = find(before)) o->wanted = true;
  }
  for (std::uint64_t id = first; id <= up_to; ++id)
    if (Operation* op = find(id); op && op->wanted && !op->done) perform(*op);
  drop_done();
}

}  // namespace

int current_device() { return device_of_thread; }
void set_current_device(int device) { device_of_thread = device; }

CUstream_st* find_stream(cudaStream_t handle) {
  Queue& q = queue();
  if (handle == nullptr || handle == cudaStreamLegacy) return &q.legacy[current_device()];
  if (handle == cudaStreamPerThread) return &q.per_thread[current_device()];
  return q.streams.count(handle) ? handle : nullptr;
}

std::uint64_t enqueue(CUstream_st& stream, std::function<void()> work, std::uint64_t after) {
  if (stream.capture) return note_in_graph(stream, std::move(work)), 0;
  Queue& q = queue();
  Operation op;
  op.id = ++q.newest;
  op.device = stream.device;
  op.work = std::move(work);
  std::vector<std::uint64_t> all;
  const auto wait_for = [&op, &all](std::uint64_t id) {
    if (checker) all.push_back(id);
    if (is_pending(id)) op.after.push_back(id);
  };
  wait_for(stream.last);
  wait_for(after);
  // CUDA runtime API, "Stream synchronization behavior": the legacy stream waits for all blocking
  // streams of its device, and they wait for it.
  CUstream_st& legacy = q.legacy[stream.device];
  if (&stream == &legacy) {
    wait_for(q.per_thread[stream.device].last);
    for (const CUstream_st* s : q.streams)
      if (s->blocking && s->device == stream.device) wait_for(s->last);
  } else if (stream.blocking) {
    wait_for(legacy.last);
  }
  stream.last = op.id;
  if (checker) checker->enqueued(op.id, stream, all.data(), all.size());
  q.operations.push_back(std::move(op));
  expect_progress();
  if (q.operations.size() > most_pending) {
    perform(q.operations.front());
    drop_done();
  }
  return stream.last;
}

bool is_pending(std::uint64_t operation) {
  const Operation* op = find(operation);
  return op && !op->done;
}

void run_now(std::uint64_t operation) {
  Operation* op = find(operation);
  if (!op || op->done) return;
  op->wanted = true;
  run_wanted(operation);
}

void finish(std::uint64_t operation) {
  run_now(operation);
  if (checker) checker->waited(operation);
}

void finish_stream(CUstream_st& stream) {
  Queue& q = queue();
  if (&stream != &q.legacy[stream.device]) return finish(stream.last);
  // Waiting for the legacy stream includes all blocking streams, as that stream itself waits for
  // them.
  std::vector<std::uint64_t> all{stream.last, q.per_thread[stream.device].last};
  for (const CUstream_st* s : q.streams)
    if (s->blocking && s->device == stream.device) all.push_back(s->last);
  for (const std::uint64_t id : all)
    if (Operation* op = find(id)) op->wanted = true;
  run_wanted(q.newest);
  if (!checker) return;
  for (const std::uint64_t id : all) checker->waited(id);
}

void finish_device(int device) {
  for (Operation& op : queue().operations)
    if (op.device == device) op.wanted = true;
  run_wanted(queue().newest);
  if (!checker) return;
  Queue& q = queue();
  checker->waited(q.legacy[device].last);
  checker->waited(q.per_thread[device].last);
  for (const CUstream_st* s : q.streams)
    if (s->device == device) checker->waited(s->last);
}

void finish_everything() {
  for (Operation& op : queue().operations) op.wanted = true;
  run_wanted(queue().newest);
  if (checker) checker->waited_for_everything();
}

bool is_anything_pending() {
  for (const Operation& op : queue().operations)
    if (!op.done) return true;
  return false;
}

bool run_oldest() {
  for (const Operation& op : queue().operations) {
    if (op.done) continue;
    run_now(op.id);
    return true;
  }
  return false;
}

bool performs_operation() { return performs; }

void drop_everything() { queue().operations.clear(); }

}  // namespace simt::detail

using namespace simt::detail;

namespace {

// Waiting for captured work is an error that invalidates the capture, because that work does not
// run.
bool spoils(CUstream_st& stream) {
  if (!stream.capture) return false;
  stream.capture->invalid = true;
  return true;
}

bool is_pending_in(const CUstream_st& stream) {
  if (is_pending(stream.last)) return true;
  Queue& q = queue();
  if (&stream != &q.legacy[stream.device]) return false;
  return is_pending(q.per_thread[stream.device].last) ||
         std::any_of(q.streams.begin(), q.streams.end(), [&](const CUstream_st* s) {
           return s->blocking && s->device == stream.device && is_pending(s->last);
         });
}

}  // namespace

void simt::finish_all() {
  const std::lock_guard lock(runtime_lock());
  finish_everything();
}

namespace {

/// For device-side launches, which run in one order.
cudaError_t create_in_kernel(cudaStream_t* stream, const void* returns_to) {
  if (!stream) return cudaErrorInvalidValue;
  if (checker) checker->stores_pointer(stream, returns_to);
  *stream = nullptr;
  return cudaSuccess;
}

}  // namespace

cudaError_t cudaStreamCreate(cudaStream_t* stream, const char* file, int line) {
  if (in_kernel()) return create_in_kernel(stream, __builtin_return_address(0));
  return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0, file, line);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags, const char* file,
                                      int line) {
  if (in_kernel()) return create_in_kernel(stream, __builtin_return_address(0));
  return cudaStreamCreateWithPriority(stream, flags, 0, file, line);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority,
                                         const char* file, int line) {
  if (in_kernel()) return create_in_kernel(stream, __builtin_return_address(0));
  return api("cudaStreamCreate", file, line, [&] {
    if (!stream || (flags & ~unsigned{cudaStreamNonBlocking})) return cudaErrorInvalidValue;
    auto* made = new CUstream_st;
    made->device = current_device();
    made->priority = std::clamp(priority, -5, 0);
    made->blocking = !(flags & cudaStreamNonBlocking);
    queue().streams.insert(made);
    *stream = made;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (in_kernel()) return cudaSuccess;
  return api("cudaStreamDestroy", nullptr, 0, [&] {
    // Destroying a stream does not wait in CUDA. The queued work still has to run, so it runs now.
    if (!queue().streams.count(stream)) return cudaErrorInvalidResourceHandle;
    leave_capture(*stream);
    finish_stream(*stream);
    queue().streams.erase(stream);
    delete stream;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream, const char* file, int line) {
  return api("cudaStreamSynchronize", file, line, [&] {
    CUstream_st* s = find_stream(stream);
    if (!s) return cudaErrorInvalidResourceHandle;
    if (spoils(*s)) return cudaErrorStreamCaptureUnsupported;
    finish_stream(*s);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamQuery(cudaStream_t stream, const char* file, int line) {
  return api("cudaStreamQuery", file, line, [&] {
    CUstream_st* s = find_stream(stream);
    if (!s) return cudaErrorInvalidResourceHandle;
    if (spoils(*s)) return cudaErrorStreamCaptureUnsupported;
    if (!is_pending_in(*s)) {
      finish_stream(*s);  // only the check records this wait
      return cudaSuccess;
    }
    // Returns "not ready" once, then runs the work, so that a polling program makes progress.
    finish_stream(*s);
    return sticky_error() ? sticky_error() : cudaErrorNotReady;
  });
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void* user_data, unsigned, const char* file, int line) {
  return api("cudaStreamAddCallback", file, line, [&] {
    CUstream_st* s = find_stream(stream);
    if (!s) return cudaErrorInvalidResourceHandle;
    if (!callback) return cudaErrorInvalidValue;
    enqueue(*s, [=] { callback(stream, cudaSuccess, user_data); });
    return cudaSuccess;
  });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* user_data,
                               const char* file, int line) {
  return api("cudaLaunchHostFunc", file, line, [&] {
    CUstream_st* s = find_stream(stream);
    if (!s) return cudaErrorInvalidResourceHandle;
    if (!function) return cudaErrorInvalidValue;
    enqueue(*s, [=] { function(user_data); });
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSynchronize(const char* file, int line) {
  return api("cudaDeviceSynchronize", file, line, [] {
    if (is_capturing()) return invalidate_captures(), cudaErrorStreamCaptureUnsupported;
    finish_device(current_device());
    return cudaSuccess;
  });
}

cudaError_t cudaThreadSynchronize(const char* file, int line) {
  return cudaDeviceSynchronize(file, line);
}
