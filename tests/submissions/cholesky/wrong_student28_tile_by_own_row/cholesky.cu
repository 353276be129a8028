// Lab "cholesky": A = UᵀU in place on a GPU, in three steps. Read cholesky.h first: it says what
// each function gets and promises. Search for TODO to find what is left to write:
// TODO(cholesky.1) belongs to task 1 of the handout, and so on. After each step run
//     make grade LAB=cholesky TASK=cholesky_single_block
#include "cholesky.h"

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>

inline void check(cudaError_t error, const char* call, const char* file, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(error));
  std::abort();
}

/// Stops the program, with the place and the reason, when a CUDA call fails:
///     CHECK(cudaMalloc(&p, bytes));
/// A launch returns nothing; ask afterwards: CHECK(cudaGetLastError());
#define CHECK(call) check((call), #call, __FILE__, __LINE__)

/// How many parts of size `part` cover `whole`; the last one may stick out.
inline int parts(int whole, int part) { return whole / part + (whole % part != 0 ? 1 : 0); }

// The algorithm, which all three tasks share. For each row k, from the first to the last:
//   1. The pivot is A[k][k]. If it is not greater than 0, stop: the result is k + 1.
//   2. Division: A[k][k] becomes the root of the pivot, and the rest of row k is divided by it.
//   3. Elimination: A[i][j] -= A[k][i] · A[k][j] for all rows i > k and all columns j ≥ i.

/// A number on the device that starts as 0: where kernels leave the value that is returned.
inline int* new_info() {
  int* info = nullptr;
  CHECK(cudaMalloc(&info, sizeof(int)));
  CHECK(cudaMemset(info, 0, sizeof(int)));
  return info;
}

/// Waits for the kernels, fetches the number, and frees it.
inline int fetch(int* info) {
  int result = -1;
  CHECK(cudaMemcpy(&result, info, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(info));
  return result;
}

// Task 1: one block.

__global__ void single_block_kernel(int n, real* A, int* info) {
  // TODO(cholesky.1): all steps k in one block, whose threads share the work of each step: row k
  // between them, and then the rows below. __syncthreads() separates what one thread writes from
  // what another reads. What to get right:
  //   - All threads read the pivot, and one of them overwrites it by its root. Not before all have
  //     read it!
  //   - If you leave the loop, all threads must leave it together: let all test the same pivot.
  //   - Neighboring threads should have neighboring columns j: then their accesses are coalesced.
  //     A warp (32 threads) for each row i is a good start.
  //   - Write nothing below the diagonal, and read nothing from there.
}

int cholesky_single_block(int n, real* A, int threads) {
  if (n == 0) return 0;
  int result = -1;
  // TODO(cholesky.1): new_info(), one launch of one block, and fetch() what the kernel left there.
  return result;
}

// Task 2: a division kernel and an elimination kernel for each k.

/// Step k, first part: one thread for each element of row k.
__global__ void division_kernel(int n, int k, real* A, int* info) {
  // TODO(cholesky.2): divide A[k][j], j > k, by the root of the pivot. All threads of all blocks
  // read the pivot, and no barrier reaches across blocks: so nobody may overwrite it in this
  // kernel. Let each thread compute the root, and leave the pivot to the next kernel.
  // If the pivot is not greater than 0, one thread writes k + 1 to *info, unless a smaller number
  // stands there.
}

/// Step k, second part: block b has row k + b.
__global__ void elimination_kernel(int n, int k, real* A, const int* info) {
  // TODO(cholesky.2): return if *info says that the matrix is not positive definite. Block 0, which
  // has nothing to eliminate from row k itself, sets the diagonal element to the root: nobody reads
  // it any more. The threads of block b > 0 walk along j through row i = k + b, from the diagonal
  // to the end: A[i][j] -= A[k][i] · A[k][j].
}

int cholesky_multi_kernel(int n, real* A, int threads) {
  if (n == 0) return 0;
  int result = -1;
  // TODO(cholesky.2): for each k launch both kernels: n − k elements in row k, n − k blocks for the
  // elimination. Launches run one after the other: no synchronization is needed between them. Fetch
  // *info once, after the last of them, not after each.
  return result;
}

// Task 3: as fast as you can.

constexpr int NB = 32;  // rows of a panel, and the edge of a tile

/// 1. U11 of the nb x nb block at (k0, k0), in shared memory. One block of NB x NB threads.
__global__ void __launch_bounds__(NB * NB) diagonal_kernel(int n, int k0, int nb, real* A, int* info) {
  __shared__ real D[NB][NB + 1];
  if (*info != 0) return;
  const int tx = threadIdx.x, ty = threadIdx.y;
  const bool mine = ty <= tx && tx < nb;
  real* at = A + (size_t)(k0 + ty) * n + k0 + tx;
  if (mine) D[ty][tx] = *at;
  __syncthreads();
  for (int k = 0; k < nb; ++k) {
    const real pivot = D[k][k];
    if (!(pivot > 0)) {
      if (tx == 0 && ty == 0) *info = k0 + k + 1;
      return;
    }
    const real root = sqrt(pivot);
    __syncthreads();
    if (ty == k && mine) D[k][tx] = tx == k ? root : D[k][tx] / root;
    __syncthreads();
    if (ty > k && mine) D[ty][tx] -= D[k][ty] * D[k][tx];
    __syncthreads();
  }
  if (mine) *at = D[ty][tx];
}

/// 2. U12: a thread for each column right of the block.
__global__ void solve_kernel(int n, int k0, real* A, const int* info) {
  __shared__ real D[NB][NB];
  if (*info != 0) return;
  for (int e = threadIdx.x; e < NB * NB; e += blockDim.x) {
    const int r = e / NB, c = e % NB;
    if (r <= c) D[r][c] = A[(size_t)(k0 + r) * n + k0 + c];
  }
  __syncthreads();
  const int j = k0 + NB + blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= n) return;
  real v[NB];
#pragma unroll
  for (int r = 0; r < NB; ++r) {
    real s = A[(size_t)(k0 + r) * n + j];
#pragma unroll
    for (int p = 0; p < r; ++p) s -= D[p][r] * v[p];
    v[r] = s / D[r][r];
    A[(size_t)(k0 + r) * n + j] = v[r];
  }
}

/// 3. A22 -= U12^T U12, a block for each tile on or above the diagonal.
__global__ void __launch_bounds__(NB * NB) update_kernel(int n, int k0, real* A, const int* info) {
  if (*info != 0 || blockIdx.x < blockIdx.y) return;
  __shared__ real Is[NB][NB], Js[NB][NB];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int i0 = k0 + NB + blockIdx.y * NB;
  const int j0 = k0 + NB + blockIdx.x * NB;
  const int i = i0 + ty;
  const int j = j0 + tx;
  const real* panel_row = A + (size_t)(k0 + ty) * n;
  Is[ty][tx] = i < n ? panel_row[i] : 0;
  Js[ty][tx] = j < n ? panel_row[j] : 0;
  __syncthreads();
  real sum = 0;
#pragma unroll
  for (int p = 0; p < NB; ++p) sum += Is[p][ty] * Js[p][tx];
  if (i <= j && j < n) A[(size_t)i * n + j] -= sum;
}

int cholesky_best(int n, real* A) {
  if (n == 0) return 0;
  int* info = new_info();
  for (int k0 = 0; k0 < n; k0 += NB) {
    const int nb = n - k0 < NB ? n - k0 : NB;
    diagonal_kernel<<<1, dim3(NB, NB)>>>(n, k0, nb, A, info);
    CHECK(cudaGetLastError());
    const int rest = n - k0 - nb;
    if (rest == 0) break;
    solve_kernel<<<parts(rest, 128), 128>>>(n, k0, A, info);
    CHECK(cudaGetLastError());
    const int tiles = parts(rest, NB);
    update_kernel<<<dim3(tiles, tiles), dim3(NB, NB)>>>(n, k0, A, info);
    CHECK(cudaGetLastError());
  }
  return fetch(info);
}
