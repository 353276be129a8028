// Memory that is written so that the device's cache holds nothing else.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>

namespace warpgrade::runner {

/// Of the current device. Where its memory is full, nothing is written.
class CacheFlush {
 public:
  CacheFlush() {
    int cache = 0, device = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&cache, cudaDevAttrL2CacheSize, device);
    bytes_ = 2 * static_cast<std::size_t>(std::max(cache, 0));
    if (bytes_ > 0 && cudaMalloc(&memory_, bytes_) != cudaSuccess) {
      memory_ = nullptr;
      cudaGetLastError();  // it is not the function's
    }
  }
  ~CacheFlush() { cudaFree(memory_); }
  CacheFlush(const CacheFlush&) = delete;
  CacheFlush& operator=(const CacheFlush&) = delete;

  /// Asynchronously, in the default stream.
  void run() const {
    if (memory_ != nullptr) cudaMemsetAsync(memory_, 1, bytes_);
  }

 private:
  void* memory_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace warpgrade::runner
