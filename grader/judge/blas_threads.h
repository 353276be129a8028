// How many threads OpenBLAS takes.
#pragma once

#include <cblas.h>

#include <algorithm>
#include <cstddef>
#include <thread>

namespace warpgrade {

/// While it lives, each of `jobs` side by side has its share of the cores: more threads would only
/// wait for each other.
class BlasThreads {
 public:
  explicit BlasThreads(std::size_t jobs) : before_(openblas_get_num_threads()) {
    const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
    openblas_set_num_threads(
        static_cast<int>(std::max<std::size_t>(cores / std::max<std::size_t>(jobs, 1), 1)));
  }
  ~BlasThreads() { openblas_set_num_threads(before_); }
  BlasThreads(const BlasThreads&) = delete;
  BlasThreads& operator=(const BlasThreads&) = delete;

 private:
  int before_;
};

}  // namespace warpgrade
