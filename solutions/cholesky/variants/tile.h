// A tile of 64 × 64 in shared memory, factored or solved for by eight warps, of which each has
// eight of its rows in registers.
//
// Warp w does rows 8·w to 8·w + 7 when the warps before it have done theirs, and then all later
// warps subtract what follows from them. So there are eight turns and one barrier a turn, and only
// what the next warp needs is waited for. In its turn a warp has to take eight roots one after the
// other: each thread does that for itself, with the 8 × 8 corner on the diagonal in registers,
// since a word from another thread would take longer.
#pragma once

#include <cuda_runtime.h>

namespace dataflow {

constexpr int side = 64;      // of a tile, in rows and in columns
constexpr int octet = 8;      // rows of it that a warp has
constexpr int threads = 384;  // eight warps that compute, and four that help them
constexpr int computing = side / octet * 32;
constexpr int helping = threads - computing;
constexpr int wide = side + 4;  // a tile's row in shared memory: neighboring rows in other banks

template <class T>
struct alignas(16) Four {
  T value[4];
};

template <class T>
struct alignas(16) Tile {
  T row[side][wide];
};

/// Barriers of the threads that compute, and of those that help.
__device__ inline void sync_computing() { asm volatile("bar.sync 1, 256;" ::: "memory"); }
__device__ inline void sync_helping() { asm volatile("bar.sync 2, 128;" ::: "memory"); }

/// Shared memory serves one warp at a time. So the warp whose turn is next goes first, and tells
/// the later ones, which have time.
__device__ inline void wait_for_next_warp(int turn) {
  asm volatile("bar.sync %0, %1;" ::"r"(3 + turn % 2), "r"(computing - 32 * (turn + 1)) : "memory");
}
__device__ inline void let_later_warps_go(int turn) {
  if (turn + 2 < side / octet)
    asm volatile("bar.arrive %0, %1;" ::"r"(3 + turn % 2), "r"(computing - 32 * (turn + 1))
                 : "memory");
}

/// Begins to copy 16 bytes to shared memory, past the first cache, which may hold old values.
__device__ inline void copy_16_bytes(void* to, const void* from) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                   static_cast<unsigned>(__cvta_generic_to_shared(to))),
               "l"(from)
               : "memory");
#else
  *static_cast<uint4*>(to) = __ldcg(static_cast<const uint4*>(from));
#endif
}
/// Until the copies that the thread began are there.
__device__ inline void wait_for_copies() {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

/// Begins to copy a tile of side × side to shared memory, by some of the threads.
template <class T>
__device__ void fetch_tile(Tile<T>& to, const T* from, int thread, int count) {
  constexpr int length = 16 / sizeof(T), vectors = side / length;
#pragma unroll 8
  for (int at = thread; at < side * vectors; at += count)
    copy_16_bytes(&to.row[at / vectors][at % vectors * length], from + length * at);
}

/// Copies a tile to side × side elements of device memory, by some of the threads.
template <class T>
__device__ void store_tile(T* to, const Tile<T>& from, int thread, int count) {
#pragma unroll 4
  for (int at = thread; at < side * side / 4; at += count)
    reinterpret_cast<Four<T>*>(to)[at] =
        *reinterpret_cast<const Four<T>*>(&from.row[at / (side / 4)][at % (side / 4) * 4]);
}

/// U_II, and the reciprocals of its diagonal.
template <class T>
struct Upper {
  Tile<T> tile;
  alignas(32) T reciprocal[side];
};

/// Copies a whole object, by some of the threads.
template <class Whole>
__device__ void copy_16_bytes_each(Whole& to, const Whole& from, int thread, int count) {
#pragma unroll 8
  for (int at = thread; at < int(sizeof(Whole) / 16); at += count)
    reinterpret_cast<uint4*>(&to)[at] = reinterpret_cast<const uint4*>(&from)[at];
}

/// With an error of a few units in the last place.
__device__ inline float nearly_reciprocal_root(float x) {
  float result;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
  return result;
}
__device__ inline double nearly_reciprocal_root(double x) { return rsqrt(x); }

/// A thread's part of a tile: of two columns the eight rows that its warp has.
template <class T>
struct Part {
  T x[2][octet];

  static __device__ int warp() { return threadIdx.x / 32; }
  static __device__ int row(int i) { return octet * warp() + i; }
  static __device__ int column(int c) { return threadIdx.x % 32 + 32 * c; }

  __device__ void load(const Tile<T>& from) {
#pragma unroll
    for (int c = 0; c < 2; ++c)
#pragma unroll
      for (int i = 0; i < octet; ++i) x[c][i] = from.row[row(i)][column(c)];
  }
  template <class Rows>
  __device__ void store(Rows& to) const {
#pragma unroll
    for (int c = 0; c < 2; ++c)
#pragma unroll
      for (int i = 0; i < octet; ++i) to.row[row(i)][column(c)] = x[c][i];
  }
  /// part -= the product of eight rows of U, from `first` on, and the same rows of the other tile;
  /// for the second column only, or for both.
  template <int from = 0>
  __device__ void subtract(const Tile<T>& upper, const Tile<T>& rows, int first) {
#pragma unroll
    for (int k = 0; k < octet; ++k) {
      T x_k[2];
#pragma unroll
      for (int c = from; c < 2; ++c) x_k[c] = rows.row[first + k][column(c)];
#pragma unroll
      for (int i = 0; i < octet; i += 4) {
        const Four<T> u = *reinterpret_cast<const Four<T>*>(&upper.row[first + k][row(i)]);
#pragma unroll
        for (int e = 0; e < 4; ++e)
#pragma unroll
          for (int c = from; c < 2; ++c) x[c][i + e] = fma(-u.value[e], x_k[c], x[c][i + e]);
      }
    }
  }
};

/// Eight rows and columns on the diagonal of U, each thread for itself.
template <class T>
struct Corner {
  T u[octet][octet], reciprocal[octet];

  __device__ void load(const Tile<T>& tile, int first) {
#pragma unroll
    for (int i = 0; i < octet; ++i)
#pragma unroll
      for (int j = i / 4 * 4; j < octet; j += 4) {
        const Four<T> four = *reinterpret_cast<const Four<T>*>(&tile.row[first + i][first + j]);
#pragma unroll
        for (int e = 0; e < 4; ++e) u[i][j + e] = four.value[e];
      }
  }
  __device__ void load(const Upper<T>& upper, int first) {
    load(upper.tile, first);
#pragma unroll
    for (int k = 0; k < octet; ++k) reciprocal[k] = upper.reciprocal[first + k];
  }
  /// Row k of U, from what is there. After a pivot that is not positive all are NaN. A step of
  /// Newton's method makes the reciprocal and the root exact but for their rounding.
  __device__ void factor_row(int k) {
    const T pivot = u[k][k];
    const T near = nearly_reciprocal_root(pivot), half = near / 2;
    const T root = pivot * near;
    reciprocal[k] = fma(fma(-root, near, T(1)), half, near);
    u[k][k] = fma(fma(-root, root, pivot), half, root);
#pragma unroll
    for (int j = k + 1; j < octet; ++j) u[k][j] *= reciprocal[k];
#pragma unroll
    for (int i = k + 1; i < octet; ++i)
#pragma unroll
      for (int j = i; j < octet; ++j) u[i][j] = fma(-u[k][i], u[k][j], u[i][j]);
  }
  __device__ void solve_row(int k, T (&x)[octet]) const {
    x[k] *= reciprocal[k];
#pragma unroll
    for (int i = k + 1; i < octet; ++i) x[i] = fma(-u[k][i], x[k], x[i]);
  }
};

/// U_II, of whose elements the threads hold what it is made of, to `upper`, whose elements below
/// the diagonal are anything then. After a pivot that is not positive the diagonal is NaN.
template <class T>
__device__ void factor_tile(Part<T>& part, Upper<T>& upper) {
  for (int turn = 0; turn < side / octet; ++turn) {
    const int first = octet * turn;
    if (Part<T>::warp() == turn) {
      part.store(upper.tile);
      __syncwarp();
      Corner<T> corner;
      corner.load(upper.tile, first);
      __syncwarp();
#pragma unroll
      for (int k = 0; k < octet; ++k) {
        corner.factor_row(k);
#pragma unroll
        for (int c = 0; c < 2; ++c) {
          corner.solve_row(k, part.x[c]);
          if (part.column(c) == first + k) part.x[c][k] = corner.u[k][k];
        }
      }
      part.store(upper.tile);
      if (part.column(0) == 0)
#pragma unroll
        for (int k = 0; k < octet; k += 4)
          *reinterpret_cast<Four<T>*>(&upper.reciprocal[first + k]) = {
              corner.reciprocal[k], corner.reciprocal[k + 1], corner.reciprocal[k + 2],
              corner.reciprocal[k + 3]};
    }
    sync_computing();
    if (Part<T>::warp() > turn) {
      if (Part<T>::warp() > turn + 1) wait_for_next_warp(turn);
      if (Part<T>::row(0) < Part<T>::column(1) / 32 * 32)
        part.subtract(upper.tile, upper.tile, first);
      else
        part.template subtract<1>(upper.tile, upper.tile, first);
      if (Part<T>::warp() == turn + 1) let_later_warps_go(turn);
    }
  }
}

/// U_IJ by forward substitution, to the threads' parts and to `rows`.
template <class T>
__device__ void solve_tile(Part<T>& part, const Upper<T>& upper, Tile<T>& rows) {
  Corner<T> corner;
  corner.load(upper, octet * Part<T>::warp());
  for (int turn = 0; turn < side / octet; ++turn) {
    if (Part<T>::warp() == turn) {
#pragma unroll
      for (int k = 0; k < octet; ++k)
#pragma unroll
        for (int c = 0; c < 2; ++c) corner.solve_row(k, part.x[c]);
      part.store(rows);
    }
    sync_computing();
    if (Part<T>::warp() > turn) part.subtract(upper.tile, rows, octet * turn);
  }
}

}  // namespace dataflow
