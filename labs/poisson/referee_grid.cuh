// The 3D grid on the device, like grid.h on the CPU: sweeps in double, their changes, and the
// possible error of a program in floating point.
#pragma once

#include "referee/lab_tools.cuh"

namespace warpgrade::referee {

struct Grid {
  std::size_t N;
  double delta2;
  const real* f;
  const real* start;

  __host__ __device__ std::size_t points() const { return N * N * N; }
  /// Points along an edge that are not walls.
  __host__ __device__ std::size_t inner() const { return N > 2 ? N - 2 : 0; }
  __host__ __device__ std::size_t inner_points() const { return inner() * inner() * inner(); }
  /// The offset of number `e` of the points that are not walls.
  __host__ __device__ std::size_t at_inner(std::size_t e) const {
    const std::size_t n = inner();
    return ((e / (n * n) + 1) * N + e / n % n + 1) * N + e % n + 1;
  }
};

/// The sum of the six neighbors, each after `seen`.
template <class Value, class Seen>
__device__ double neighbors(const Grid& grid, const Value* u, std::size_t at, const Seen& seen) {
  const std::size_t row = grid.N, plane = grid.N * grid.N;
  return seen(u[at - plane]) + seen(u[at + plane]) + seen(u[at - row]) + seen(u[at + row]) +
         seen(u[at - 1]) + seen(u[at + 1]);
}

struct AsItIs {
  __device__ double operator()(double value) const { return value; }
};
struct Magnitude {
  __device__ double operator()(double value) const { return fabs(value); }
};

template <class Value>
__device__ double swept(const Grid& grid, const Value* u, std::size_t at) {
  return (neighbors(grid, u, at, AsItIs{}) + grid.delta2 * grid.f[at]) / 6;
}

/// Writes the sum of squares of a block's changes to changes[block]. Walls of `next` are unchanged.
static __global__ void sweep(Grid grid, const double* old, double* next, double* changes) {
  double squares = 0;
  for (std::size_t e = walk_from(); e < grid.inner_points(); e += walk_step()) {
    const std::size_t at = grid.at_inner(e);
    const double value = swept(grid, old, at), difference = value - old[at];
    next[at] = value;
    squares += difference * difference;
  }
  if (changes == nullptr) return;
  const double sum = block_sum(squares);
  if (threadIdx.x == 0) changes[blockIdx.x] = sum;
}

/// ErrorBound::sweep() of grid.h: from the bound `error` before the sweep of `old` to the bound
/// after it.
static __global__ void sweep_bound(Grid grid, double gamma, const double* old, const double* error,
                                   double* next) {
  for (std::size_t e = walk_from(); e < grid.inner_points(); e += walk_step()) {
    const std::size_t at = grid.at_inner(e);
    const double sum =
        neighbors(grid, old, at, Magnitude{}) + fabs(grid.delta2 * static_cast<double>(grid.f[at]));
    next[at] = ((1 + gamma) * neighbors(grid, error, at, AsItIs{}) + gamma * sum) / 6;
  }
}

static __global__ void copy_start(Grid grid, double* to) {
  for (std::size_t at = walk_from(); at < grid.points(); at += walk_step()) to[at] = grid.start[at];
}

/// The largest magnitude. `bits`: of a double, initially 0; the bits of doubles ≥ 0 are ordered
/// like the numbers.
static __global__ void find_largest(const real* values, std::size_t count,
                                    unsigned long long* bits) {
  double most = 0;
  for (std::size_t i = walk_from(); i < count; i += walk_step())
    most = fmax(most, fabs(static_cast<double>(values[i])));
  atomicMax(bits, static_cast<unsigned long long>(__double_as_longlong(most)));
}

inline double largest(const real* values, std::size_t count) {
  Scratch memory;
  auto* const bits = memory.room<unsigned long long>(1);
  check_cuda(cudaMemset(bits, 0, sizeof *bits), "the largest value");
  find_largest<<<blocks_for(count), threads_of_block>>>(values, count, bits);
  check_launch("the largest value");
  double most = 0;
  check_cuda(cudaMemcpy(&most, bits, sizeof most, cudaMemcpyDeviceToHost), "the largest value");
  return most;
}

/// Sums of blocks, added up on the host.
class BlockSums {
 public:
  double* room(unsigned blocks) {
    sums_.resize(blocks);
    return memory_.room<double>(blocks);
  }
  double total() {
    check_cuda(cudaMemcpy(sums_.data(), memory_.room<double>(sums_.size()),
                          sums_.size() * sizeof(double), cudaMemcpyDeviceToHost),
               "a sum");
    double total = 0;
    for (const double sum : sums_) total += sum;
    return total;
  }

 private:
  Scratch memory_;
  std::vector<double> sums_;
};

}  // namespace warpgrade::referee
