// What passed on the devices between two moments.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>

namespace warpgrade::runner {

/// Work on every device must be over before the outputs count; the first error of any is kept.
inline cudaError_t synchronize_all() {
  int devices = 0, current = 0;
  cudaError_t first = cudaGetDeviceCount(&devices);
  cudaGetDevice(&current);
  for (int d = devices - 1; d >= 0; --d) {
    // Device 0 is last, and current afterwards, as the contract promises the next call. Other
    // devices are visited only where a context may exist: two by the contract.
    if (d > 1) continue;
    cudaError_t error = cudaSuccess;
    if (d == 0 || d == current || devices == 2) {
      cudaSetDevice(d);
      error = cudaDeviceSynchronize();
    }
    if (first == cudaSuccess) first = error;
  }
  return first;
}

/// Events on the device; their distances are what passed between them there.
class DeviceClock {
 public:
  DeviceClock() {
    for (cudaEvent_t* event : {&start_, &stop_, &rest_}) cudaEventCreate(event);
  }
  ~DeviceClock() {
    for (cudaEvent_t event : {start_, stop_, rest_}) cudaEventDestroy(event);
  }
  DeviceClock(const DeviceClock&) = delete;
  DeviceClock& operator=(const DeviceClock&) = delete;

  void start() { cudaEventRecord(start_); }

  /// Since start(), of what the default stream waits for.
  double seconds() {
    cudaEventRecord(stop_);
    return between(start_, stop_);
  }

  /// What passes until all streams of all devices are seen to be at rest, when nothing runs.
  void look_at_rest() {
    constexpr int times = 5;
    for (int i = 0; i < times; ++i) {
      start();
      seconds_until_rest();
      const double rest = between(stop_, rest_);
      usual_rest_ = i == 0 ? rest : std::min(usual_rest_, rest);
    }
  }

  /// Since start(), until all streams of all devices are at rest: as seconds(), and what the rest
  /// took longer than usual, which is work that the default stream did not wait for.
  double seconds_until_rest() {
    cudaEventRecord(stop_);
    synchronize_all();
    cudaEventRecord(rest_);
    const double waited = between(stop_, rest_) - slack * usual_rest_ - jitter;
    return between(start_, stop_) + std::max(0.0, waited);
  }

 private:
  static constexpr double slack = 1.25, jitter = 3e-6;

  static double between(cudaEvent_t from, cudaEvent_t to) {
    cudaEventSynchronize(to);
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, from, to);
    return milliseconds / 1000;
  }

  cudaEvent_t start_ = nullptr;
  cudaEvent_t stop_ = nullptr;
  cudaEvent_t rest_ = nullptr;
  double usual_rest_ = 0;
};

}  // namespace warpgrade::runner
