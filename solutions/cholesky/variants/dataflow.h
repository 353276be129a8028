// A = UᵀU in one kernel, whose blocks wait for values, not for launches.
//
// The matrix is cut into tiles of 64 × 64. U_IJ is A_IJ less U_pIᵀ·U_pJ for all rows of tiles p
// above I, divided by U_IIᵀ from the left. So each tile is done by one block, which keeps it where
// it multiplies, reads U_pI and U_pJ as soon as flags say that they are there, and writes its
// result once. Blocks take tiles row by row from a counter; a tile needs earlier ones only, so that
// one of those that are being worked on can always be finished.
//
// What takes longest is what has to happen one after the other: U_II needs U_I-1,I, which needs
// U_I-1,I-1. The first block does nothing but this chain, with both tiles in its shared memory. The
// others bring its tiles up to date but for the last row (partial()). Its last four warps
// fetch, store and tell meanwhile.
//
// `Products` says how tiles are multiplied:
//   Real                      float or double
//   Operand                   U_IJ as it wants to read it
//   Shared                    what it needs in shared memory, with an Operand `square`
//   store_part(part, operand) stores a thread's part of U_IJ
//   fence()                   lets the tensor cores see what was stored in shared memory
//   subtract_square(…)        tile -= squareᵀ·square, by the computing threads
//   subtract(…)               tile = A_IJ less the products of the first `count` rows of tiles, by
//                             all threads; false: the matrix is not positive definite
#pragma once

#include "champions/scratch.h"
#include "plan.h"
#include "tile.h"

namespace dataflow {

/// A block's shared memory.
template <class Products>
struct Shared {
  using T = typename Products::Real;
  Upper<T> upper[2];
  Tile<T> tile;
  int ticket;
  alignas(1024) typename Products::Shared products;
};

/// The chain: tiles on the diagonal and the next to them, one after the other.
template <class Products>
__device__ void chain(const Plan<Products>& plan, Shared<Products>& shared) {
  using T = typename Products::Real;
  const int t = threadIdx.x;
  const bool computes = t < computing;
  plan.load(shared.upper[0].tile, 0, 0, t, threads);
  __syncthreads();
  Part<T> part;
  for (int I = 0; I < plan.tiles; ++I) {
    Upper<T>& now = shared.upper[I % 2];
    Tile<T>& next = shared.upper[1 - I % 2].tile;
    const bool last = I + 1 == plan.tiles;
    if (computes) {
      part.load(now.tile);
      factor_tile(part, now);
    } else if (!last) {
      if (I > 0) plan.wait(&plan.partial_ready[2 * I], &plan.partial_ready[2 * I + 1]);
      plan.load_partial(shared.tile, I, 0, t - computing, helping);
      plan.load_partial(next, I, 1, t - computing, helping);
      wait_for_copies();
    }
    __syncthreads();
    if (!(now.tile.row[side - 1][side - 1] > 0)) {
      int k = 0;
      while (now.tile.row[k][k] > 0) ++k;
      if (t == 0) *static_cast<volatile int*>(plan.info) = *plan.result = I * side + k + 1;
      return;
    }
    if (computes) {
      if (!last) {
        part.load(shared.tile);
        solve_tile(part, now, shared.tile);
        Products::store_part(part, shared.products.square);
        Products::fence();
      }
    } else {
      plan.store_diagonal(I, now, t - computing, helping);
      sync_helping();
      if (t == computing) plan.tell(&plan.ready[plan.index(I, I)]);
      plan.store(now.tile, I, I, t - computing, helping);
    }
    if (last) {
      if (t == 0) *plan.result = 0;
      return;
    }
    __syncthreads();
    if (computes) {
      Products::subtract_square(shared.products, next);
      sync_computing();
    } else {
      copy_16_bytes_each(plan.operand[plan.index(I, I + 1)], shared.products.square, t - computing,
                         helping);
      sync_helping();
      if (t == computing) plan.tell(&plan.ready[plan.index(I, I + 1)]);
      plan.store(shared.tile, I, I + 1, t - computing, helping);
      sync_helping();
    }
  }
}

/// The other tiles, in the order of their rows.
template <class Products>
__device__ void work(const Plan<Products>& plan, Shared<Products>& shared) {
  using T = typename Products::Real;
  const int t = threadIdx.x;
  Products products(shared.products);
  int I = 0, base = 1;  // ticket 0 is the chain's
  for (int ticket = shared.ticket;; ticket = plan.next_ticket(shared.ticket)) {
    while (I < plan.tiles - 1 && ticket >= base + plan.tiles - I) base += plan.tiles - I++;
    if (I >= plan.tiles - 1) return;
    const int item = ticket - base;  // 0: A_I,I+1, 1: A_I+1,I+1, then A_I,I+2 …
    if (I == 0 && item < 2) continue;
    const int row = item == 1 ? I + 1 : I, column = item < 2 ? I + 1 : I + item;
    if (!products.subtract(plan, row, column, I, shared.tile, shared.upper[0].tile)) return;
    __syncthreads();
    if (item < 2) {
      store_tile(plan.partial(I, item), shared.tile, t, threads);
      __syncthreads();
      if (t == 0) plan.tell(&plan.partial_ready[2 * I + item]);
      continue;
    }
    if (!__syncthreads_and(t != 0 || plan.wait(&plan.ready[plan.index(I, I)]))) return;
    if (t < computing) {
      plan.load_diagonal(shared.upper[0], I, t, computing);
      wait_for_copies();
      Part<T> part;
      part.load(shared.tile);
      sync_computing();
      solve_tile(part, shared.upper[0], shared.tile);
      Products::store_part(part, shared.products.square);
    }
    __syncthreads();
    copy_16_bytes_each(plan.operand[plan.index(I, column)], shared.products.square, t, threads);
    __syncthreads();
    if (t == threads - 1) plan.tell(&plan.ready[plan.index(I, column)]);
    plan.store(shared.tile, I, column, t, threads);
  }
}

template <class Products>
__global__ void __launch_bounds__(threads, 1) factor_kernel(Plan<Products> plan) {
  extern __shared__ unsigned char memory[];
  const std::size_t at = reinterpret_cast<std::size_t>(memory);
  auto& shared = *reinterpret_cast<Shared<Products>*>(memory + (1024 - at % 1024) % 1024);
  if (plan.next_ticket(shared.ticket) == 0)
    chain(plan, shared);
  else
    work(plan, shared);
}

/// Clears the flags and finds the scales.
template <class Products>
__global__ void prepare(Plan<Products> plan, int flags) {
  using T = typename Products::Real;
  const int at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at < flags) plan.ready[at] = 0;
  if (at < plan.tiles * side) {
    T scale = 1, unscale = 1;
    if (at < plan.n) {
      const T square = plan.A[std::size_t(at) * plan.n + at];
      if (square > 0 && isfinite(square)) {
        int exponent = 0;
        frexp(square, &exponent);
        const int half = (exponent + 1) >> 1;
        scale = ldexp(T(1), -half);
        unscale = ldexp(T(1), half);
      }
    }
    plan.scale[at] = scale;
    plan.unscale[at] = unscale;
  }
}

template <class Products>
constexpr int shared_bytes = 1024 + sizeof(Shared<Products>);

/// Does a block's shared memory fit into this device's?
template <class Products>
bool fits() {
  int device = 0, most = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  return shared_bytes<Products> <= most;
}

/// Where the kernel leaves what is returned: a copy from the device would take as long as a tile.
inline int* result_on_host() {
  static int* const result = [] {
    int* made = nullptr;
    CHECK(cudaHostAlloc(&made, sizeof(int), cudaHostAllocMapped));
    return made;
  }();
  return result;
}

/// Replaces A by U. Returns what cholesky.h says.
template <class Products>
int factor(int n, typename Products::Real* A) {
  using T = typename Products::Real;
  int device = 0, multiprocessors = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  Plan<Products> plan;
  plan.n = n;
  plan.A = A;
  const int tiles = plan.tiles = parts(n, side);
  const std::size_t all = std::size_t(tiles) * (tiles + 1) / 2;
  std::size_t bytes = 0;
  const auto take = [&](std::size_t count, std::size_t each) {
    const std::size_t at = bytes;
    bytes = (bytes + count * each + 1023) / 1024 * 1024;
    return at;
  };
  const std::size_t operand = take(all, sizeof(typename Products::Operand));
  const std::size_t diagonal = take(std::size_t(tiles) * plan.diagonal_size, sizeof(T));
  const std::size_t partial = take(std::size_t(tiles) * 2 * side * side, sizeof(T));
  const std::size_t scale = take(std::size_t(tiles) * side, 2 * sizeof(T));
  const int flags = int(all) + 2 * tiles + 2;
  const std::size_t ready = take(flags, sizeof(int));
  const Scratch scratch(bytes);
  plan.operand = reinterpret_cast<typename Products::Operand*>(scratch.get() + operand);
  plan.diagonal = reinterpret_cast<T*>(scratch.get() + diagonal);
  plan.partials = reinterpret_cast<T*>(scratch.get() + partial);
  plan.scale = reinterpret_cast<T*>(scratch.get() + scale);
  plan.unscale = plan.scale + tiles * side;
  plan.ready = reinterpret_cast<int*>(scratch.get() + ready);
  plan.partial_ready = plan.ready + all;
  plan.ticket = plan.partial_ready + 2 * tiles;
  plan.info = plan.ticket + 1;
  plan.result = result_on_host();
  *plan.result = -1;
  const int most = flags > tiles * side ? flags : tiles * side;
  prepare<<<parts(most, 256), 256>>>(plan, flags);
  CHECK(cudaFuncSetAttribute(factor_kernel<Products>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             shared_bytes<Products>));
  const int blocks = int(all) < multiprocessors ? int(all) : multiprocessors;
  factor_kernel<Products><<<blocks, threads, (shared_bytes<Products>)>>>(plan);
  CHECK(cudaGetLastError());
  CHECK(cudaStreamSynchronize(nullptr));
  return *plan.result;
}

}  // namespace dataflow
