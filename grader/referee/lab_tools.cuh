// Shared by the labs' device code: drawing numbers, block sums, counting wrong elements.
#pragma once

#include <cfloat>
#include <vector>

#include "referee/device_reference.h"

#ifndef WARPGRADE_BLOCK
#define WARPGRADE_BLOCK 256
#endif

namespace warpgrade::referee {

/// Threads per block in all kernels here: a power of two, for the trees. (Tests on the CPU engine,
/// where barriers are slow, use fewer.)
constexpr unsigned threads_of_block = WARPGRADE_BLOCK;

/// Blocks for `count` elements: threads advance by walk_step(), so few are enough.
inline unsigned blocks_for(std::size_t count) {
  constexpr std::size_t most = 2048;
  const std::size_t wanted = (count + threads_of_block - 1) / threads_of_block;
  return static_cast<unsigned>(wanted < 1 ? 1 : wanted < most ? wanted : most);
}

__device__ inline std::size_t walk_from() {
  return blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
}
__device__ inline std::size_t walk_step() {
  return gridDim.x * static_cast<std::size_t>(blockDim.x);
}

inline void check_launch(const char* what) { check_cuda(cudaGetLastError(), what); }

/// The result of Random::integer(low, high) as draw number `i`.
__device__ inline long long integer_at(std::uint64_t seed, std::uint64_t i, long long low,
                                       long long high) {
  const auto range = static_cast<unsigned long long>(high - low) + 1;
  return low + static_cast<long long>(__umul64hi(range, bits_at(seed, i)));
}

/// Fills with draws from number `first` on, uniform in [low, high).
static __global__ void fill_uniform(real* to, std::size_t count, std::uint64_t seed,
                                    std::uint64_t first, double low, double high) {
  for (std::size_t i = walk_from(); i < count; i += walk_step())
    to[i] = static_cast<real>(uniform_at(seed, first + i, low, high));
}

/// Fills with draws from number `first` on: 0, 0.001 … 0.999.
static __global__ void fill_decimal(real* to, std::size_t count, std::uint64_t seed,
                                    std::uint64_t first) {
  for (std::size_t i = walk_from(); i < count; i += walk_step())
    to[i] = static_cast<real>(static_cast<double>(integer_at(seed, first + i, 0, 999)) / 1000);
}

/// Fills `to` with draws from number `first` on, by kind of input: "uniform" or "decimal".
inline void fill_drawn(const DeviceArray& to, const Facts& facts, std::uint64_t first, double low,
                       double high) {
  if (facts.input == "decimal")
    fill_decimal<<<blocks_for(to.size()), threads_of_block>>>(to.data, to.size(), facts.seed,
                                                              first);
  else
    fill_uniform<<<blocks_for(to.size()), threads_of_block>>>(to.data, to.size(), facts.seed, first,
                                                              low, high);
  check_launch("making values");
}

/// The smallest normal number of `real`: the error bound of each operation for smaller results.
constexpr double smallest_normal() {
  return sizeof(real) == 4 ? static_cast<double>(FLT_MIN) : DBL_MIN;
}

/// As in diagnosis/answer_check.h: never true for a NaN or an infinity.
__device__ inline bool accepts(double found, double expected, double bound) {
  return fabs(found - expected) <= bound;
}

/// The sum over a block. All threads_of_block threads must call it and receive the sum.
__device__ inline double block_sum(double value) {
  __shared__ double part[threads_of_block];
  part[threadIdx.x] = value;
  __syncthreads();
  for (unsigned half = threads_of_block / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  const double sum = part[0];
  __syncthreads();  // the next call overwrites it
  return sum;
}

/// Counts wrong elements.
class Tally {
 public:
  /// A counter for kernels, initially 0.
  unsigned long long* start() {
    unsigned long long* const counter = counter_.room<unsigned long long>(1);
    check_cuda(cudaMemset(counter, 0, sizeof *counter), "a counter");
    return counter;
  }

  /// Waits for the kernels and returns the result.
  Found found() {
    Found found;
    check_cuda(cudaMemcpy(&found.wrong, counter_.room<unsigned long long>(1), sizeof found.wrong,
                          cudaMemcpyDeviceToHost),
               "verification");
    found.right = found.wrong == 0;
    return found;
  }

 private:
  Scratch counter_;
};

}  // namespace warpgrade::referee
