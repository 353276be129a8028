// What the labs' device halves share: drawing numbers, sums of a block, counting what is wrong.
#pragma once

#include <cfloat>
#include <vector>

#include "referee/lab_side.h"

#ifndef WARPGRADE_BLOCK
#define WARPGRADE_BLOCK 256
#endif

namespace warpgrade::referee {

/// Threads of a block, in all kernels here: a power of two, for the trees. (On the CPU engine,
/// where barriers take long, tests have fewer.)
constexpr unsigned threads_of_block = WARPGRADE_BLOCK;

/// Blocks for `count` elements: each thread walks on by walk_step(), so that few are enough.
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

/// Random::integer(low, high) as draw number `i`.
__device__ inline long long integer_at(std::uint64_t seed, std::uint64_t i, long long low,
                                       long long high) {
  const auto range = static_cast<unsigned long long>(high - low) + 1;
  return low + static_cast<long long>(__umul64hi(range, bits_at(seed, i)));
}

/// The draws from number `first` on, uniform in [low, high).
static __global__ void fill_uniform(real* to, std::size_t count, std::uint64_t seed,
                                    std::uint64_t first, double low, double high) {
  for (std::size_t i = walk_from(); i < count; i += walk_step())
    to[i] = static_cast<real>(uniform_at(seed, first + i, low, high));
}

/// The draws from number `first` on: 0, 0.001 … 0.999.
static __global__ void fill_decimal(real* to, std::size_t count, std::uint64_t seed,
                                    std::uint64_t first) {
  for (std::size_t i = walk_from(); i < count; i += walk_step())
    to[i] = static_cast<real>(static_cast<double>(integer_at(seed, first + i, 0, 999)) / 1000);
}

/// `to` with the draws from number `first` on, by kind of input: "uniform" or "decimal".
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

/// The smallest normal number of `real`: what each operation may lose below it.
constexpr double smallest_normal() {
  return sizeof(real) == 4 ? static_cast<double>(FLT_MIN) : DBL_MIN;
}

/// As diagnosis/answer_check.h has it: a NaN or an infinity never passes.
__device__ inline bool accepts(double found, double expected, double bound) {
  return fabs(found - expected) <= bound;
}

/// The sum over a block of threads_of_block threads, all of which call it and get it.
__device__ inline double block_sum(double value) {
  __shared__ double part[threads_of_block];
  part[threadIdx.x] = value;
  __syncthreads();
  for (unsigned half = threads_of_block / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  const double sum = part[0];
  __syncthreads();  // the next call writes there
  return sum;
}

/// Counts the elements that are wrong.
class Tally {
 public:
  /// For kernels to add to; 0 at first.
  unsigned long long* start() {
    unsigned long long* const counter = counter_.room<unsigned long long>(1);
    check_cuda(cudaMemset(counter, 0, sizeof *counter), "a counter");
    return counter;
  }

  /// Waits for the kernels.
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
