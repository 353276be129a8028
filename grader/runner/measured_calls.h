// Calls whose time the judge takes. The judge's clock runs from its word to start until the child
// says that all calls are over; what the child tells of single calls is a claim.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "runner/binding.h"
#include "runner/buffers.h"
#include "runner/device_clock.h"

namespace warpgrade::runner {

/// Memory larger than the device's cache; writing it drives all else out.
class CacheFlush {
 public:
  CacheFlush() {
    int cache = 0;
    cudaDeviceGetAttribute(&cache, cudaDevAttrL2CacheSize, 0);
    bytes_ = 2 * static_cast<std::size_t>(std::max(cache, 0));
    if (bytes_ > 0 && cudaMalloc(&memory_, bytes_) != cudaSuccess) memory_ = nullptr;
    cudaGetLastError();
  }
  ~CacheFlush() { cudaFree(memory_); }
  CacheFlush(const CacheFlush&) = delete;
  CacheFlush& operator=(const CacheFlush&) = delete;

  void run() {
    if (memory_ != nullptr) cudaMemsetAsync(memory_, 1, bytes_);
  }

 private:
  void* memory_ = nullptr;
  std::size_t bytes_ = 0;
};

/// One call after the other, each with arrays of its own.
class MeasuredCalls {
 public:
  /// Everything up to the first call. `given`: the sets of arrays.
  MeasuredCalls(const protocol::Request& request, const char* given) : request_(request) {
    for (std::uint32_t i = 0; i < calls(); ++i)
      sets_.push_back(std::make_unique<Buffers>(request, given + i * request.measure.stride));
    // A device that was idle needs a moment until its clocks are up. The student's code may have
    // put a clock that stands still in the place of the system's.
    constexpr double awake = 0.002;
    constexpr int most = 200;
    const double start = now();
    int times = 0;
    do {
      flush_.run();
      synchronize_all();
    } while (request.measure.cold != 0 && now() - start < awake && ++times < most);
    clock_.look_at_rest();
  }

  std::uint32_t calls() const { return std::min(request_.measure.calls, protocol::max_samples); }

  bool failed() const {
    return std::any_of(sets_.begin(), sets_.end(), [](const auto& set) { return set->failed(); });
  }

  /// `call(pointers)` for each set; false ends them. A function that gets device pointers is timed
  /// by events, with all streams of all devices at rest.
  template <class Call>
  void run(const Call& call, protocol::Reply& reply) {
    for (std::uint32_t i = 0; i < calls(); ++i) {
      double control = 0;
      if (request_.measure.cold != 0 && request_.device_pointers != 0) {
        clock_.start();
        flush_.run();
        control = clock_.seconds();
      }
      const double start = now();
      if (request_.device_pointers != 0) clock_.start();
      const bool ok = call(sets_[i]->pointers());
      if (request_.device_pointers != 0) {
        reply.samples[i] = clock_.seconds_until_rest();
      } else {
        synchronize_all();
        reply.samples[i] = now() - start;
      }
      reply.control[i] = control;
      reply.sample_count = i + 1;
      if (!ok) return;
    }
  }

  cudaError_t copy_back(char* returned) {
    cudaError_t first = cudaSuccess;
    for (std::uint32_t i = 0; i < calls(); ++i) {
      const cudaError_t error =
          sets_[i]->copy_back(returned + i * request_.measure.returned_stride, false);
      if (first == cudaSuccess) first = error;
    }
    return first;
  }

 private:
  const protocol::Request& request_;
  std::vector<std::unique_ptr<Buffers>> sets_;
  CacheFlush flush_;
  DeviceClock clock_;
};

}  // namespace warpgrade::runner
