// Products of tiles of doubles by the tensor cores of compute capability 9.0: mma.sync of
// 16 × 8 × 4, whose fragments fit the registers. A warp makes 32 × 16 of a tile's sums; 16 rows of
// both operands at a time are fetched by asynchronous copies, three ahead. One warp waits for
// flags, the eight others compute.
#pragma once

#include "dataflow.h"

namespace tensor_double {
using namespace dataflow;

/// sum += a · b, 16 × 4 by 4 × 8.
__device__ inline void multiply(double (&sum)[4], const double (&a)[2], double b) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  asm volatile(
      "mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, "
      "{%0, %1, %2, %3};"
      : "+d"(sum[0]), "+d"(sum[1]), "+d"(sum[2]), "+d"(sum[3])
      : "d"(a[0]), "d"(a[1]), "d"(b));
#endif
}

constexpr int depth = 16, stages = 4, slices = side / depth;

/// A warp's 32 × 16 sums, of a tile of 64 × 64.
struct Sums {
  double sum[2][2][4] = {};

  static __device__ int first_row() { return threadIdx.x / 32 / 4 * 32; }
  static __device__ int first_column() { return threadIdx.x / 32 % 4 * 16; }

  /// sum += aᵀ · b, four rows of them.
  template <class Rows>
  __device__ void add(const Rows& a, const Rows& b, int k) {
    const int lane = threadIdx.x % 32;
    double of_a[2][2], of_b[2];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
      for (int e = 0; e < 2; ++e)
        of_a[i][e] = a[k + lane % 4][first_row() + 16 * i + lane / 4 + 8 * e];
#pragma unroll
    for (int j = 0; j < 2; ++j) of_b[j] = b[k + lane % 4][first_column() + 8 * j + lane / 4];
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
      for (int j = 0; j < 2; ++j) multiply(sum[i][j], of_a[i], of_b[j]);
  }
  __device__ void subtract_from(Tile<double>& tile) const {
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
      for (int j = 0; j < 2; ++j)
#pragma unroll
        for (int e = 0; e < 4; ++e)
          tile.row[first_row() + 16 * i + lane / 4 + e / 2 * 8]
                  [first_column() + 8 * j + lane % 4 * 2 + e % 2] -= sum[i][j][e];
  }
};

struct Products {
  using Real = double;
  struct alignas(16) Operand {
    double row[side][wide];
  };
  struct alignas(16) Slice {
    double row[depth][wide];
  };
  struct Shared {
    Operand square;
    Slice stage[stages][2];
    int known;
  };
  Shared& shared;
  __device__ explicit Products(Shared& shared) : shared(shared) {}

  __device__ static void fence() {}

  /// With what lies between the rows, which is copied along.
  __device__ static void store_part(const Part<double>& part, Operand& to) {
    static_assert((wide - side) * octet == 32, "a word for each lane");
    part.store(to);
    const int lane = threadIdx.x % 32;
    to.row[part.row(lane % octet)][side + lane / octet] = 0;
  }

  __device__ static void subtract_square(Shared& shared, Tile<double>& from) {
    Sums sums;
#pragma unroll 4
    for (int k = 0; k < side; k += 4) sums.add(shared.square.row, shared.square.row, k);
    sums.subtract_from(from);
  }

  __device__ bool subtract(const Plan<Products>& plan, int row, int column, int count,
                           Tile<double>& to, Tile<double>&) {
    const int t = threadIdx.x;
    volatile int* const known = &shared.known;
    if (t == 0) *known = 0;
    __syncthreads();
    if (t < computing) {
      const int steps = count * slices;
      const auto fetch = [&](int s) {
        if (s < steps) {
          while (*known <= s / slices) {
          }
          __threadfence_block();
          const int p = s / slices, first = s % slices * depth;
          const Operand& of_row = plan.operand[plan.index(p, row)];
          const Operand& of_column = plan.operand[plan.index(p, column)];
#pragma unroll
          for (int at = t; at < depth * side / 2; at += computing) {
            const int k = at / (side / 2), j = at % (side / 2) * 2;
            copy_16_bytes(&shared.stage[s % stages][0].row[k][j], &of_row.row[first + k][j]);
            copy_16_bytes(&shared.stage[s % stages][1].row[k][j], &of_column.row[first + k][j]);
          }
        }
        commit_copies();
      };
      for (int s = 0; s < stages - 1; ++s) fetch(s);
      plan.load(to, row, column, t, computing);
      Sums sums;
      for (int s = 0; s < steps; ++s) {
        wait_for_older_copies<stages - 2>();
        sync_computing();
        fetch(s + stages - 1);
#pragma unroll
        for (int k = 0; k < depth; k += 4)
          sums.add(shared.stage[s % stages][0].row, shared.stage[s % stages][1].row, k);
      }
      sync_computing();
      sums.subtract_from(to);
    } else if (t < computing + 32) {
      for (int seen = 0; seen < count;) {
        seen = plan.more_than(seen, count, row, column);
        if (seen == 0) seen = count + 1;
        if (t == computing) *known = seen;
        __threadfence_block();
      }
    }
    __syncthreads();
    return shared.known <= count;
  }
};

/// Compute capability 9.0 has this instruction.
inline bool available() {
  int device = 0, major = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
  return major == 9;
}

}  // namespace tensor_double
