// Clears the device's cache by writing other memory.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>

namespace warpgrade::runner {

/// For the current device. Does nothing if its memory is full.
class CacheFlush {
 public:
  CacheFlush() {
    int cache = 0, device = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&cache, cudaDevAttrL2CacheSize, device);
    bytes_ = 2 * static_cast<std::size_t>(std::max(cache, 0));
    if (bytes_ > 0 && cudaMalloc(&memory_, bytes_) != cudaSuccess) {
      memory_ = nullptr;
      cudaGetLastError();  // not an error of the function
    }
  }
  ~CacheFlush() { cudaFree(memory_); }
  CacheFlush(const CacheFlush&) = delete;
  CacheFlush& operator=(const CacheFlush&) = delete;

  /// Runs asynchronously in the default stream.
  void run() const {
    if (memory_ != nullptr) cudaMemsetAsync(memory_, 1, bytes_);
  }

 private:
  void* memory_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace warpgrade::runner
