// Device memory that a call takes and gives back, quickly. Comes after a lab's solution,
// whose CHECK it uses.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

/// Memory of a pool that keeps what it was given back: the next call takes it without a word to the
/// driver, where cudaMalloc takes longer than a product of 512 × 512. Used and freed in the order
/// of the default stream.
class Scratch {
 public:
  explicit Scratch(std::size_t bytes) {
    CHECK(cudaMallocFromPoolAsync(&memory_, bytes, pool(), nullptr));
  }
  ~Scratch() { CHECK(cudaFreeAsync(memory_, nullptr)); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  char* get() const { return memory_; }

 private:
  static cudaMemPool_t pool() {
    static const cudaMemPool_t made = [] {
      cudaMemPoolProps wanted = {};
      wanted.allocType = cudaMemAllocationTypePinned;
      wanted.location.type = cudaMemLocationTypeDevice;
      CHECK(cudaGetDevice(&wanted.location.id));
      cudaMemPool_t result = nullptr;
      CHECK(cudaMemPoolCreate(&result, &wanted));
      unsigned long long everything = ~0ull;
      CHECK(cudaMemPoolSetAttribute(result, cudaMemPoolAttrReleaseThreshold, &everything));
      return result;
    }();
    return made;
  }

  char* memory_ = nullptr;
};
