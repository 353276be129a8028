// A word that the device writes and the host waits for.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "referee/kernels.cuh"
#include "referee/memory.cuh"
#include "referee/relax.h"

namespace warpgrade::referee {

class Flag {
 public:
  Flag() {
    must(cudaHostAlloc(&word_, sizeof *word_, cudaHostAllocMapped), "the flag");
    *word_ = 0;
  }
  Flag(const Flag&) = delete;
  Flag& operator=(const Flag&) = delete;
  ~Flag() { cudaFreeHost(word_); }

  /// Enqueues a number that the host sees when all earlier work is complete; each is larger by one.
  std::uint32_t raise() {
    std::uint32_t* word = nullptr;
    must(cudaHostGetDevicePointer(&word, word_, 0), "the flag");
    raise_flag<<<1, 1>>>(word, ++raised_);
    must(cudaGetLastError(), "the flag");
    return raised_;
  }

  /// Waits until the device has reached `value`. Spins, because a sleeping thread wakes up late.
  void wait_for(std::uint32_t value) const {
    for (std::uint64_t turn = 0; is_below(value); ++turn) {
      relax();
      // After an error, no flag is raised.
      if (turn % (1 << 16) == (1 << 16) - 1) {
        const cudaError_t error = cudaStreamQuery(nullptr);
        if (error != cudaErrorNotReady) must(error, "a window");
      }
    }
  }

  /// Waits until everything enqueued so far is done.
  void wait() { wait_for(raise()); }

 private:
  bool is_below(std::uint32_t value) const {
    const std::uint32_t now = *static_cast<volatile std::uint32_t*>(word_);
    return static_cast<std::int32_t>(value - now) > 0;
  }

  std::uint32_t* word_ = nullptr;
  std::uint32_t raised_ = 0;
};

}  // namespace warpgrade::referee
