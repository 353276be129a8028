// One kernel launch while it runs.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

#include "simt/host.h"
#include "simt/launch.h"

namespace simt::detail {

struct Grid {
  Site site;
  const void* function = nullptr;
  dim3 grid;
  dim3 block;
  std::size_t dynamic_shared = 0;
  int device = 0;
  void (*run)(void*) = nullptr;
  void* closure = nullptr;  // the kernel and its arguments
  std::size_t closure_size = 0;

  // A cooperative launch: all blocks are resident and may wait for each other.
  bool cooperative = false;
  dim3 cluster;  // blocks per cluster
  // Programmatic launch: it may begin before the previous kernel is over, but never does here.
  bool programmatic = false;
  unsigned cluster_size = 1;

  std::uint64_t blocks = 0;
  unsigned threads = 0;        // per block
  unsigned chunk = 1;          // blocks a worker takes at a time
  unsigned most_resident = 1;  // blocks that one worker may have in progress
  bool serial = false;         // all blocks on the calling thread, in order

  // A barrier of all blocks (grid_barrier.cpp).
  struct Barrier {
    std::mutex lock;
    std::uint64_t arrived = 0, ended = 0;  // blocks
    std::atomic<std::uint64_t> phase{0};
    const char* file = nullptr;  // where one of them waits
    int line = 0;
  } barrier;

  // Launches by its threads (dynamic parallelism).
  std::vector<std::function<void()>> children;

  std::atomic<std::uint64_t> next{0};
  std::atomic<bool> aborted{false};

  // Records the first failure only. Returns whether this was it.
  bool fail(cudaError_t error);
  cudaError_t error = cudaSuccess;

  // Limit of a block's static and dynamic shared memory together, in bytes.
  std::size_t shared_limit = 0;
  // Bytes of __shared__ variables whose declarations a block has reached so far.
  std::atomic<std::size_t> static_shared{0};
  // The launch was invalid: a block's shared memory exceeds the limit.
  std::atomic<bool> over_limit{false};

 private:
  std::atomic<bool> failed_{false};
};

}  // namespace simt::detail
