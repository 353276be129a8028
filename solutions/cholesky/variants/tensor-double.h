// Products of tiles of doubles by the tensor cores of compute capability 9.0: mma.sync of
// 16 × 8 × 4, whose fragments fit the registers. 16 rows of both operands at a time are fetched by
// bulk copies. One warp waits for flags and fetches, two groups of four warps multiply every other
// piece each.
#pragma once

#include "champions/wgmma.h"
#include "dataflow.h"

namespace tensor_double {
using namespace dataflow;
using namespace wgmma;

/// sum += a · b, 16 × 4 by 4 × 8.
__device__ inline void multiply(double (&sum)[4], const double (&a)[2], double b) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  asm volatile(
      "mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, "
      "{%0, %1, %2, %3};"
      : "+d"(sum[0]), "+d"(sum[1]), "+d"(sum[2]), "+d"(sum[3])
      : "d"(a[0]), "d"(a[1]), "d"(b));
#endif
}

constexpr int depth = 16, stages = 4, slices = side / depth, groups = 2;
// Each stage is one group's. A group may be ahead of the other by more than a round of stages, and
// a barrier tells only two rounds apart.
static_assert(stages % groups == 0 && slices % groups == 0);

/// A warp's part of the sums of a tile of 64 × 64: 32 rows and 16 columns of them. Or 32 columns,
/// for which it reads a third less, where two groups of warps take turns at the operands' rows.
template <int groups>
struct Sums {
  static constexpr int columns = 2 * groups;  // in pieces of 8
  double sum[2][columns][4] = {};

  static __device__ int warp() { return threadIdx.x / 32 % (8 / groups); }
  static __device__ int group() { return threadIdx.x / 32 / (8 / groups); }
  static __device__ int first_row() { return warp() / (4 / groups) * 32; }
  static __device__ int first_column() { return warp() % (4 / groups) * (8 * columns); }

  /// sum += aᵀ · b, `depth` rows of them.
  __device__ void add(const double (*a)[wide], const double (*b)[wide]) {
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int k = 0; k < depth; k += 4) {
      double of_a[2][2], of_b[columns];
#pragma unroll
      for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int e = 0; e < 2; ++e)
          of_a[i][e] = a[k + lane % 4][first_row() + 16 * i + lane / 4 + 8 * e];
#pragma unroll
      for (int j = 0; j < columns; ++j)
        of_b[j] = b[k + lane % 4][first_column() + 8 * j + lane / 4];
#pragma unroll
      for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < columns; ++j) multiply(sum[i][j], of_a[i], of_b[j]);
    }
  }
  /// By all computing threads: the groups one after the other.
  __device__ void subtract_from(Tile<double>& tile) const {
    const int lane = threadIdx.x % 32;
    for (int turn = 0; turn < groups; ++turn) {
      if (turn > 0) sync_computing();
      if (turn != group()) continue;
#pragma unroll
      for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < columns; ++j)
#pragma unroll
          for (int e = 0; e < 4; ++e)
            tile.row[first_row() + 16 * i + lane / 4 + e / 2 * 8]
                    [first_column() + 8 * j + lane % 4 * 2 + e % 2] -= sum[i][j][e];
    }
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
    Barrier full[stages], empty[stages];
    bool stopped;
  };
  Shared& shared;
  int step = 0;

  __device__ explicit Products(Shared& shared) : shared(shared) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    if (threadIdx.x == 0) {
      make_ring(shared.full, shared.empty, computing / 32 / groups);
      shared.stopped = false;
    }
    __syncthreads();
#endif
  }

  __device__ static void fence() {}

  /// With what lies between the rows, which is copied along.
  __device__ static void store_part(const Part<double>& part, Operand& to) {
    static_assert((wide - side) * octet == 32, "a word for each lane");
    part.store(to);
    const int lane = threadIdx.x % 32;
    to.row[part.row(lane % octet)][side + lane / octet] = 0;
  }

  __device__ static void subtract_square(Shared& shared, Tile<double>& from) {
    Sums<1> sums;
#pragma unroll 1
    for (int k = 0; k < side; k += depth) sums.add(shared.square.row + k, shared.square.row + k);
    sums.subtract_from(from);
  }

  __device__ bool subtract(const Plan<Products>& plan, int row, int column, int count,
                           Tile<double>& to, Tile<double>&) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    const int t = threadIdx.x, lane = t % 32, steps = count * slices;
    if (t >= computing) {
      if (t < computing + 32) {
        int known = 0;
        for (int s = 0; s < steps; ++s) {
          const int p = s / slices, first = s % slices * depth, at = (step + s) % stages;
          if (p >= known) {
            known = plan.more_than(known, count, row, column);
            if (known == 0) {
              shared.stopped = true;
              known = count;
            }
            show_to_copies();
          }
          if (lane == 0) {
            shared.empty[at].wait(((step + s) / stages & 1) ^ 1);
            shared.full[at].arrive_and_expect(2 * sizeof(Slice));
            bulk_copy(&shared.stage[at][0], &plan.operand[plan.index(p, row)].row[first],
                      sizeof(Slice), shared.full[at]);
            bulk_copy(&shared.stage[at][1], &plan.operand[plan.index(p, column)].row[first],
                      sizeof(Slice), shared.full[at]);
          }
          __syncwarp();
        }
      }
    } else {
      plan.load(to, row, column, t, computing);
      Sums<groups> sums;
      for (int s = sums.group(); s < steps; s += groups) {
        const int at = (step + s) % stages;
        shared.full[at].wait((step + s) / stages & 1);
        sums.add(shared.stage[at][0].row, shared.stage[at][1].row);
        __syncwarp();
        if (lane == 0) shared.empty[at].arrive();
      }
      sync_computing();
      sums.subtract_from(to);
    }
    step += steps;
    __syncthreads();
    return !shared.stopped;
#else
    return false;
#endif
  }
};

}  // namespace tensor_double
