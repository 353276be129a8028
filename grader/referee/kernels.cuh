// The referee's kernels: filling, copying and comparing bytes.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "referee/protocol.h"

namespace warpgrade::referee {

__device__ inline std::size_t first_index() {
  return blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
}
__device__ inline std::size_t all_threads() {
  return gridDim.x * static_cast<std::size_t>(blockDim.x);
}

/// Enough blocks for every device; threads use a grid-stride loop.
constexpr unsigned many_blocks = 2048, block_threads = 256;

/// Copies `count` units of 16 bytes.
static __global__ void copy(uint4* to, const uint4* from, std::size_t count) {
  for (std::size_t i = first_index(); i < count; i += all_threads()) to[i] = from[i];
}

/// Like copy(); also adds to `*different` the number of units that differed.
static __global__ void copy_again(uint4* to, const uint4* from, std::size_t count,
                                  unsigned long long* different) {
  for (std::size_t i = first_index(); i < count; i += all_threads()) {
    const uint4 now = from[i], then = to[i];
    if (now.x == then.x && now.y == then.y && now.z == then.z && now.w == then.w) continue;
    atomicAdd(different, 1ull);
    to[i] = now;
  }
}

/// Reads everything and uses the result, so that the compiler does not remove the loads.
static __global__ void read_all(const uint4* from, std::size_t count, unsigned long long* never) {
  unsigned sum = 0;
  for (std::size_t i = first_index(); i < count; i += all_threads())
    sum += from[i].x ^ from[i].y ^ from[i].z ^ from[i].w;
  if (sum == 0xdeadbeef) atomicAdd(never, 0ull);
}

/// Sets each element to `bits`.
template <class Word>
__global__ void fill(Word* to, std::size_t count, Word bits) {
  for (std::size_t i = first_index(); i < count; i += all_threads()) to[i] = bits;
}

/// Sets each word to `word`.
template <class Word>
void fill_words(char* at, std::size_t bytes, Word word, cudaStream_t stream = nullptr) {
  fill<<<many_blocks, block_threads, 0, stream>>>(reinterpret_cast<Word*>(at), bytes / sizeof(Word),
                                                  word);
}

/// Counts the words of `count` that differ.
template <class Word>
__global__ void count_different(const Word* a, const Word* b, std::size_t count,
                                unsigned long long* different) {
  for (std::size_t i = first_index(); i < count; i += all_threads())
    if (a[i] != b[i]) atomicAdd(different, 1ull);
}

/// Occupies the device for that many cycles.
static __global__ void hold(long long cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
}

/// Tells the host, through shared memory, that all earlier work on the stream is complete.
static __global__ void raise_flag(volatile std::uint32_t* flag, std::uint32_t value) {
  __threadfence_system();
  *flag = value;
}

}  // namespace warpgrade::referee
