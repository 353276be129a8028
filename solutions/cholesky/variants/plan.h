// What the blocks know, and how they wait for each other.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "tile.h"

namespace dataflow {

/// A flag that another block sets. What that stored before is seen after acquire().
__device__ inline int value_of(const int* flag) {
  int value;
  asm volatile("ld.relaxed.gpu.global.b32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
  return value;
}
__device__ inline void acquire() { asm volatile("fence.acq_rel.gpu;" ::: "memory"); }

/// What blocks tell each other.
template <class Products>
struct Plan {
  using T = typename Products::Real;
  int n, tiles;
  T* A;
  /// Of each row and column: powers of two, which make the diagonal's elements 1/4 to 1, and their
  /// reciprocals. Everything but A is scaled by them: so that halves can hold U, and no root is
  /// taken of a subnormal number.
  T *scale, *unscale;
  T* diagonal;                          // U_II, side × side each, and its diagonal's reciprocals
  T* partials;                          // see partial()
  typename Products::Operand* operand;  // U_IJ, I < J, as products want it
  int* ready;                           // of each tile, by index(): U_IJ can be read
  int* partial_ready;                   // two for each row: partial() can be read
  int* ticket;                          // the next piece of work
  int* info;                            // not 0: the matrix is not positive definite
  int* result;                          // what is returned, in the host's memory

  /// Of tile (I, J), I ≤ J, among all of them.
  __device__ int index(int I, int J) const { return I * tiles - I * (I - 1) / 2 + J - I; }

  /// Waits for two flags. False: the matrix turned out not to be positive definite.
  __device__ bool wait(const int* flag, const int* other) const {
    while (true) {
      const int a = value_of(flag), b = value_of(other), stop = value_of(info);
      if (a != 0 && b != 0) break;
      if (stop != 0) return false;
    }
    acquire();
    return true;
  }
  __device__ bool wait(const int* flag) const { return wait(flag, flag); }

  /// By one warp: counts how many tiles of two columns are there, from the top, more than `known`
  /// of them, `count` at most. 0: the matrix turned out not to be positive definite.
  __device__ int more_than(int known, int count, int column, int other) const {
    const int row = known + threadIdx.x % 32;
    while (true) {
      int of_one = 1, of_other = 1;
      if (row < count) of_one = value_of(&ready[index(row, column)]);
      if (row < count) of_other = value_of(&ready[index(row, other)]);
      const int stop = value_of(info);
      const unsigned missing = __ballot_sync(~0u, of_one == 0 || of_other == 0);
      const int found = missing == 0 ? 32 : __ffs(missing) - 1;
      if (found > 0) {
        acquire();
        __syncwarp();  // one lane tells what all have seen
        return min(count, known + found);
      }
      if (__any_sync(~0u, stop != 0)) return 0;
    }
  }

  /// Sets a flag, after all that the block stored before its last barrier.
  __device__ void tell(int* flag) const {
    asm volatile("st.release.gpu.global.b32 [%0], 1;" ::"l"(flag) : "memory");
  }

  static constexpr int diagonal_size = (side + 1) * side;
  __device__ void store_diagonal(int I, const Upper<T>& from, int thread, int count) const {
    T* const to = diagonal + std::size_t(I) * diagonal_size;
    store_tile(to, from.tile, thread, count);
    if (thread < side) to[side * side + thread] = from.reciprocal[thread];
  }
  __device__ void load_diagonal(Upper<T>& to, int I, int thread, int count) const {
    const T* const from = diagonal + std::size_t(I) * diagonal_size;
    fetch_tile(to.tile, from, thread, count);
    if (thread < side) to.reciprocal[thread] = __ldcg(&from[side * side + thread]);
  }

  /// Tile (I, I + 1), if `which` is 0, or (I + 1, I + 1), less the products of all rows above I.
  __device__ T* partial(int I, int which) const {
    return partials + (std::size_t(I) * 2 + which) * side * side;
  }
  __device__ void load_partial(Tile<T>& to, int I, int which, int thread, int count) const {
    if (I == 0)
      load(to, which, 1, thread, count);
    else
      fetch_tile(to, partial(I, which), thread, count);
  }

  /// By all threads: the next piece of work.
  __device__ int next_ticket(int& shared) const {
    __syncthreads();
    if (threadIdx.x == 0) shared = atomicAdd(ticket, 1);
    __syncthreads();
    return shared;
  }

  /// An element of A, scaled; beyond the matrix, of the identity.
  __device__ T element(int i, int j) const {
    if (i < n && j < n) return A[std::size_t(i) * n + j] * scale[i] * scale[j];
    return i == j ? T(1) : T(0);
  }
  /// Tile (I, J) of A, by some of the threads.
  __device__ void load(Tile<T>& to, int I, int J, int thread, int count) const {
#pragma unroll 8
    for (int at = thread; at < side * side; at += count)
      to.row[at / side][at % side] = element(I * side + at / side, J * side + at % side);
  }
  /// U_IJ to A, by some of the threads.
  __device__ void store(const Tile<T>& from, int I, int J, int thread, int count) const {
    for (int j = thread % 32; j < side && J * side + j < n; j += 32) {
      const int column = J * side + j;
      const T factor = unscale[column];
#pragma unroll 8
      for (int i = thread / 32; i < side; i += count / 32)
        if (I * side + i <= column)
          A[std::size_t(I * side + i) * n + column] = from.row[i][j] * factor;
    }
  }
};

}  // namespace dataflow
