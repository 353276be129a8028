// Products of tiles of floats by Hopper's tensor cores.
//
// A float of U, scaled to at most 1, is the sum of two halves, x = high + low / 2048, which carry
// 22 of its bits. Of the four products of two such sums three matter; wgmma makes them from shared
// memory, where bulk copies bring the operands as they lie in device memory. Its own sums are
// rounded towards zero, so that they go into plain float every 128 rows.
//
// One warp waits for flags and fetches, two groups of four warps multiply every other tile each.
#pragma once

#include <cuda_fp16.h>

#include "champions/wgmma.h"
#include "dataflow.h"

namespace halves {
using namespace dataflow;
using namespace wgmma;

constexpr float low_scale = 2048;

constexpr int stages = 4;
[[maybe_unused]] constexpr int tiles_a_sum = 2;

struct Products {
  using Real = float;
  struct alignas(1024) Operand {
    __half part[2][side][side];
  };
  struct Shared {
    Operand square;
    Operand stage[stages][2];
    Barrier full[stages], empty[stages];
    bool stopped;
  };
  Shared& shared;
  int step = 0;

  __device__ explicit Products(Shared& shared) : shared(shared) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    if (threadIdx.x == 0) {
      make_ring(shared.full, shared.empty, 4);
      shared.stopped = false;
    }
    __syncthreads();
#endif
  }
  __device__ static void fence() { show_to_copies(); }

  __device__ static void store_part(const Part<float>& part, Operand& to) {
#pragma unroll
    for (int c = 0; c < 2; ++c) {
      const int column = part.column(c);
      const float(&x)[octet] = part.x[c];
      alignas(16) __half2 high[4], low[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        high[i] = __floats2half2_rn(x[2 * i], x[2 * i + 1]);
        low[i] = __floats2half2_rn((x[2 * i] - __low2float(high[i])) * low_scale,
                                   (x[2 * i + 1] - __high2float(high[i])) * low_scale);
      }
      const int at = octet * (part.warp() ^ column % 8);
      *reinterpret_cast<uint4*>(&to.part[0][column][at]) = *reinterpret_cast<uint4*>(high);
      *reinterpret_cast<uint4*>(&to.part[1][column][at]) = *reinterpret_cast<uint4*>(low);
    }
  }

#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  __device__ static void multiply_tiles(float (&recent)[32], float (&low)[32], const Operand& a,
                                        const Operand& b, bool add_recent, bool add_low) {
    begin_multiplying();
#pragma unroll
    for (int k = 0; k < side; k += 16) {
      multiply(recent, matrix_at(&a.part[0][0][k]), matrix_at(&b.part[0][0][k]),
               k > 0 || add_recent);
      multiply(low, matrix_at(&a.part[0][0][k]), matrix_at(&b.part[1][0][k]), k > 0 || add_low);
      multiply(low, matrix_at(&a.part[1][0][k]), matrix_at(&b.part[0][0][k]), true);
    }
    wait_for_products();
  }
#endif

  __device__ static void subtract_square(Shared& shared, Tile<float>& from) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    const int lane = threadIdx.x % 32, row = threadIdx.x / 32 % 4 * 16 + lane / 4;
    const int column0 = threadIdx.x / 128 * 32;
    const Operand& u = shared.square;
    float sum[16], low[16], other[16];
    begin_multiplying();
#pragma unroll
    for (int k = 0; k < side; k += 16) {
      multiply(sum, matrix_at(&u.part[0][0][k]), matrix_at(&u.part[0][column0][k]), k > 0);
      multiply(low, matrix_at(&u.part[0][0][k]), matrix_at(&u.part[1][column0][k]), k > 0);
      multiply(other, matrix_at(&u.part[1][0][k]), matrix_at(&u.part[0][column0][k]), k > 0);
    }
    wait_for_products();
#pragma unroll
    for (int at = 0; at < 16; at += 2) {
      const int i = row + at / 2 % 2 * 8, j = column0 + at / 4 * 8 + lane % 4 * 2;
      float2& to = *reinterpret_cast<float2*>(&from.row[i][j]);
      const float2 was = to;
      to = {was.x - (sum[at] + (low[at] + other[at]) / low_scale),
            was.y - (sum[at + 1] + (low[at + 1] + other[at + 1]) / low_scale)};
    }
#endif
  }

  /// The threads' sums, 32 each, are elements (i, j).
  template <class Use>
  __device__ static void for_each_sum(Use use) {
    const int lane = threadIdx.x % 32, row = threadIdx.x / 32 % 4 * 16 + lane / 4;
#pragma unroll
    for (int at = 0; at < 32; ++at)
      use(at, row + at / 2 % 2 * 8, at / 4 * 8 + lane % 4 * 2 + at % 2);
  }

  __device__ bool subtract(const Plan<Products>& plan, int row, int column, int count,
                           Tile<float>& to, Tile<float>& other) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    const int t = threadIdx.x, lane = t % 32, group = t / 128;
    if (t >= computing) {
      if (t < computing + 32) {
        int known = 0;
        bool stopped = false;
        for (int p = 0; p < count; ++p) {
          if (p >= known && !stopped) {
            known = plan.more_than(known, count, row, column);
            stopped = known == 0;
            fence();
          }
          const int at = (step + p) % stages;
          if (lane == 0) {
            shared.empty[at].wait(((step + p) / stages & 1) ^ 1);
            if (stopped) {
              shared.stopped = true;
              shared.full[at].arrive();
            } else {
              shared.full[at].arrive_and_expect(2 * sizeof(Operand));
              bulk_copy(&shared.stage[at][0], &plan.operand[plan.index(p, row)], sizeof(Operand),
                        shared.full[at]);
              bulk_copy(&shared.stage[at][1], &plan.operand[plan.index(p, column)], sizeof(Operand),
                        shared.full[at]);
            }
          }
          __syncwarp();
        }
      }
      __syncthreads();
    } else {
      plan.load(to, row, column, t, computing);
      float sum[32] = {}, recent[32] = {}, low[32] = {};
      int mine = 0;
      for (int p = group; p < count; p += 2, ++mine) {
        const int at = (step + p) % stages;
        shared.full[at].wait((step + p) / stages & 1);
        multiply_tiles(recent, low, shared.stage[at][0], shared.stage[at][1],
                       mine % tiles_a_sum != 0, mine > 0);
        if (lane == 0) shared.empty[at].arrive();
        if (mine % tiles_a_sum == tiles_a_sum - 1 || p + 2 >= count)
#pragma unroll
          for (int i = 0; i < 32; ++i) sum[i] += recent[i];
      }
      for_each_sum([&](int at, int i, int j) {
        sum[at] = sum[at] + low[at] / low_scale;
        if (group == 1) other.row[i][j] = sum[at];
      });
      __syncthreads();
      if (group == 0)
        for_each_sum([&](int at, int i, int j) { to.row[i][j] -= sum[at] + other.row[i][j]; });
    }
    step += count;
    return !shared.stopped;
#else
    return false;
#endif
  }
};

}  // namespace halves
