// What passed on the devices between two moments.
#pragma once

#include <cuda_runtime.h>

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

/// A pair of events; their distance is what passed between them on the device.
class DeviceClock {
 public:
  DeviceClock() {
    cudaEventCreate(&start_);
    cudaEventCreate(&stop_);
  }
  ~DeviceClock() {
    cudaEventDestroy(start_);
    cudaEventDestroy(stop_);
  }
  DeviceClock(const DeviceClock&) = delete;
  DeviceClock& operator=(const DeviceClock&) = delete;

  void start() { cudaEventRecord(start_); }
  double seconds() {
    cudaEventRecord(stop_);
    cudaEventSynchronize(stop_);
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, start_, stop_);
    return milliseconds / 1000;
  }

 private:
  cudaEvent_t start_ = nullptr;
  cudaEvent_t stop_ = nullptr;
};

}  // namespace warpgrade::runner
