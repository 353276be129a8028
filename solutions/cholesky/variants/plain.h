// Products of tiles by plain arithmetic: 4 × 4 sums a thread, 16 rows at a time in shared memory.
#pragma once

#include "dataflow.h"

namespace plain {
using namespace dataflow;

template <class T>
struct Products {
  using Real = T;
  struct alignas(16) Operand {
    T row[side][side];
  };
  static constexpr int depth = 16;
  struct Shared {
    union {
      Operand square;
      T stage[2][depth][side];
    };
  };
  Shared& shared;
  __device__ explicit Products(Shared& shared) : shared(shared) {}

  __device__ static void fence() {}

  __device__ static void store_part(const Part<T>& part, Operand& to) { part.store(to); }

  __device__ static void multiply(T (&sum)[4][4], const T* i, const T* j) {
    const Four<T> i4 = *reinterpret_cast<const Four<T>*>(i),
                  j4 = *reinterpret_cast<const Four<T>*>(j);
#pragma unroll
    for (int r = 0; r < 4; ++r)
#pragma unroll
      for (int c = 0; c < 4; ++c) sum[r][c] = fma(i4.value[r], j4.value[c], sum[r][c]);
  }

  __device__ static void subtract_square(Shared& shared, Tile<T>& from) {
    if (threadIdx.x >= computing) return;
    const int r = threadIdx.x / 16 * 4, c = threadIdx.x % 16 * 4;
    if (c + 3 < r) return;
    T sum[4][4] = {};
#pragma unroll 8
    for (int k = 0; k < side; ++k)
      multiply(sum, &shared.square.row[k][r], &shared.square.row[k][c]);
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) from.row[r + i][c + j] -= sum[i][j];
  }

  __device__ bool subtract(const Plan<Products>& plan, int row, int column, int count, Tile<T>& to,
                           Tile<T>&) {
    const int t = threadIdx.x, r = t / 16 * 4, c = t % 16 * 4;
    T sum[4][4] = {};
    for (int p = 0; p < count; ++p) {
      if (!__syncthreads_and(plan.wait(&plan.ready[plan.index(p, row)]) &&
                             plan.wait(&plan.ready[plan.index(p, column)])))
        return false;
      const Operand& of_row = plan.operand[plan.index(p, row)];
      const Operand& of_column = plan.operand[plan.index(p, column)];
      for (int first = 0; first < side; first += depth) {
        if (first > 0) __syncthreads();
        if (t < computing) {
          const int k = t / 16, at = t % 16 * 4;
          *reinterpret_cast<Four<T>*>(&shared.stage[0][k][at]) =
              *reinterpret_cast<const Four<T>*>(&of_row.row[first + k][at]);
          *reinterpret_cast<Four<T>*>(&shared.stage[1][k][at]) =
              *reinterpret_cast<const Four<T>*>(&of_column.row[first + k][at]);
        }
        __syncthreads();
        if (t < computing)
#pragma unroll
          for (int k = 0; k < depth; ++k)
            multiply(sum, &shared.stage[0][k][r], &shared.stage[1][k][c]);
      }
    }
    if (t < computing)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          to.row[r + i][c + j] =
              plan.element(row * side + r + i, column * side + c + j) - sum[i][j];
    return true;
  }
};
}  // namespace plain
