// Measures time on the devices between two moments.
#pragma once

#include <cuda_runtime.h>

namespace warpgrade::runner {

/// Waits for the work on every device and keeps the first error.
inline cudaError_t synchronize_all() {
  int devices = 0, current = 0;
  cudaError_t first = cudaGetDeviceCount(&devices);
  cudaGetDevice(&current);
  for (int d = devices - 1; d >= 0; --d) {
    // Device 0 is last, so that it is current afterwards, as the contract promises. Other devices
    // are visited only if a context may exist: at most two by the contract.
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

/// Times work on the device by events.
class DeviceClock {
 public:
  DeviceClock() {
    for (cudaEvent_t* event : {&start_, &stop_}) cudaEventCreate(event);
  }
  ~DeviceClock() {
    for (cudaEvent_t event : {start_, stop_}) cudaEventDestroy(event);
  }
  DeviceClock(const DeviceClock&) = delete;
  DeviceClock& operator=(const DeviceClock&) = delete;

  void start() { cudaEventRecord(start_); }

  /// Seconds since start() of everything that the default stream waits for.
  double seconds() {
    cudaEventRecord(stop_);
    return between(start_, stop_);
  }

 private:
  static double between(cudaEvent_t from, cudaEvent_t to) {
    cudaEventSynchronize(to);
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, from, to);
    return milliseconds / 1000;
  }

  cudaEvent_t start_ = nullptr;
  cudaEvent_t stop_ = nullptr;
};

}  // namespace warpgrade::runner
