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
  // BEGIN SOLUTION
  const int t = static_cast<int>(threadIdx.x);
  const int threads = static_cast<int>(blockDim.x);
  const int warp = t / 32, lane = t % 32, warps = threads / 32;
  for (int k = 0; k < n; ++k) {
    real* row_k = A + static_cast<long long>(k) * n;
    const real pivot = row_k[k];
    if (!(pivot > 0)) {  // a NaN stops here as well
      if (t == 0) *info = k + 1;
      return;
    }
    const real root = sqrt(pivot);
    __syncthreads();
    for (int j = k + t; j < n; j += threads) row_k[j] = j == k ? root : row_k[j] / root;
    __syncthreads();
    for (int i = k + 1 + warp; i < n; i += warps) {
      real* row_i = A + static_cast<long long>(i) * n;
      const real left = row_k[i];
      for (int j = i + lane; j < n; j += 32) row_i[j] -= left * row_k[j];
    }
    __syncthreads();
  }
  // END SOLUTION
}

int cholesky_single_block(int n, real* A, int threads) {
  if (n == 0) return 0;
  int result = -1;
  // TODO(cholesky.1): new_info(), one launch of one block, and fetch() what the kernel left there.
  // BEGIN SOLUTION
  int* info = new_info();
  single_block_kernel<<<1, threads>>>(n, A, info);
  CHECK(cudaGetLastError());
  result = fetch(info);
  // END SOLUTION
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
  // BEGIN SOLUTION
  real* row_k = A + static_cast<long long>(k) * n;
  const real pivot = row_k[k];
  const long long j = k + static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (j == k) {
    if (!(pivot > 0) && *info == 0) *info = k + 1;
  } else if (j < n) {
    row_k[j] /= sqrt(pivot);
  }
  // END SOLUTION
}

/// Step k, second part: block b has row k + b.
__global__ void elimination_kernel(int n, int k, real* A, const int* info) {
  // TODO(cholesky.2): return if *info says that the matrix is not positive definite. Block 0, which
  // has nothing to eliminate from row k itself, sets the diagonal element to the root: nobody reads
  // it any more. The threads of block b > 0 walk along j through row i = k + b, from the diagonal
  // to the end: A[i][j] -= A[k][i] · A[k][j].
  // BEGIN SOLUTION
  if (*info != 0) return;
  const long long i = k + static_cast<long long>(blockIdx.x);
  const real* row_k = A + static_cast<long long>(k) * n;
  real* row_i = A + i * n;
  if (i == k) {
    if (threadIdx.x == 0) row_i[i] = sqrt(row_i[i]);
    return;
  }
  const real left = row_k[i];
  for (long long j = i + threadIdx.x; j < n; j += blockDim.x) row_i[j] -= left * row_k[j];
  // END SOLUTION
}

int cholesky_multi_kernel(int n, real* A, int threads) {
  if (n == 0) return 0;
  int result = -1;
  // TODO(cholesky.2): for each k launch both kernels: n − k elements in row k, n − k blocks for the
  // elimination. Launches run one after the other: no synchronization is needed between them. Fetch
  // *info once, after the last of them, not after each.
  // BEGIN SOLUTION
  int* info = new_info();
  for (int k = 0; k < n; ++k) {
    division_kernel<<<parts(n - k, threads), threads>>>(n, k, A, info);
    CHECK(cudaGetLastError());
    elimination_kernel<<<n - k, threads>>>(n, k, A, info);
    CHECK(cudaGetLastError());
  }
  result = fetch(info);
  // END SOLUTION
  return result;
}

// Task 3: as fast as you can.

// BEGIN SOLUTION

// The matrix is cut into tiles of 64 × 64, and step p does for rows of tiles what the algorithm
// does for rows of elements:
//   1. U_pp from the tile on the diagonal, by the algorithm itself: factor_tile.
//   2. U_pJ from U_ppᵀ·U_pJ = A_pJ, the rest of the row of tiles, by substitution: solve_kernel.
//   3. A_IJ -= U_pIᵀ·U_pJ for all tiles p < I ≤ J: update_kernel, a matrix product, where
//      nearly all operations are.
// Each element below is read and written once for 64 rows, not once for each row. The first part is
// a long chain of little work: the block of the update that has the next tile on the diagonal does
// it as soon as it has updated that tile, while the other blocks still multiply. So a step costs
// two launches. All memory is moved 16 bytes at a time: where rows of A do not begin on such
// boundaries, the work is done in a copy whose rows do, `pitch` elements apart.
//
// Multiplying by the inverse of U_pp, in place of the substitution, would make part 2 a product,
// too. But its error grows with the condition of U_pp; that of the substitution does not.

constexpr int tile = 64;
constexpr int vector_length = 16 / static_cast<int>(sizeof(real));

/// 16 bytes: what one thread can load or store at once.
struct alignas(16) Vector {
  real value[vector_length];
};

constexpr int update_threads = 128;
constexpr int factor_rows = tile * tile / update_threads;  // of its column that a thread holds

/// U of the tile whose first element is A[first][first], which is in `work`, and is 0 in rows and
/// columns beyond the matrix. The whole block calls it. Returns info, to all threads.
///
/// Thread t has column t % 64, and of it the even rows (t < 64) or the odd ones, in registers. In
/// step k row k goes to all threads through shared memory, as it is: what is subtracted,
/// u_ki·u_kj, is a_ki·(a_kj / pivot). So one barrier a step is enough, and roots can wait. Rows go
/// by turns into two buffers: when a buffer is written again, all have passed a later barrier.
__device__ int factor_tile(int n, int pitch, int first, real* A, const real* work) {
  // By turn, and by even and odd columns, 64 bytes further on, which are in other banks.
  __shared__ __align__(16) real buffer[2][2][tile / 2 + 64 / sizeof(real)];
  __shared__ real root[tile];
  const int column = static_cast<int>(threadIdx.x) % tile;
  const int odd = static_cast<int>(threadIdx.x) / tile;  // the same for all threads of a warp
  const int size = n - first < tile ? n - first : tile;
  real a[factor_rows];  // a[r]: row 2·r + odd
#pragma unroll
  for (int r = 0; r < factor_rows; ++r) a[r] = work[(2 * r + odd) * tile + column];

#pragma unroll
  for (int half = 0; half < factor_rows; ++half) {  // a constant: or a[] would not be in registers
    for (int turn = 0; turn < 2; ++turn) {
      const int k = 2 * half + turn;
      if (k >= size) break;
      if (odd == turn) buffer[turn][column % 2][column / 2] = a[half];
      __syncthreads();
      const real pivot = buffer[turn][turn][half];
      if (!(pivot > 0)) return first + k + 1;
      if (threadIdx.x == 0) root[k] = sqrt(pivot);
      const real factor = buffer[turn][column % 2][column / 2] / pivot;
#pragma unroll
      for (int r = half; r < factor_rows; ++r) {
        if (r > half || odd > turn) a[r] -= buffer[turn][odd][r] * factor;
      }
    }
  }
  __syncthreads();
#pragma unroll
  for (int r = 0; r < factor_rows; ++r) {
    const int row = 2 * r + odd;
    if (row > column || column >= size) continue;
    A[static_cast<long long>(first + row) * pitch + first + column] =
        row == column ? root[row] : a[r] / root[row];
  }
  return 0;
}

/// What is returned, as far as it is known before a step. Two numbers by turns: the block that
/// finds the next one writes it while the others still read this one.
__device__ int best_info[2];

/// The first tile on the diagonal, before all steps.
__global__ void __launch_bounds__(update_threads) first_tile_kernel(int n, int pitch, real* A) {
  __shared__ real work[tile * tile];
  for (int item = static_cast<int>(threadIdx.x); item < tile * tile; item += update_threads) {
    const int row = item / tile;
    const int column = item % tile;
    work[item] = row <= column && column < n ? A[static_cast<long long>(row) * pitch + column] : 0;
  }
  __syncthreads();
  const int result = factor_tile(n, pitch, 0, A, work);
  if (threadIdx.x == 0) best_info[0] = result;
}

constexpr int solve_threads = 4 * tile;  // four for each column
constexpr int solve_rows = tile / 4;     // of its column that a thread holds

/// U_pJ for the rows of tiles that begin at `first`, in place; block b has the tile J = p + 1 + b.
/// Four neighboring lanes share a column: lane q has its rows q, q + 4, q + 8 … in registers. The
/// lane that has u_k tells the others by a shuffle, so that there is no barrier.
__global__ void __launch_bounds__(solve_threads)
    solve_kernel(int pitch, int first, real* A, int turn) {
  if (best_info[turn] != 0) return;
  // U_pp, with its column 4·r + q at [q][r]: so a lane's elements are side by side. One vector more
  // moves the four lanes to different banks.
  __shared__ __align__(16) real diagonal[tile][4][solve_rows + vector_length];
  __shared__ real inverse[tile];  // of its diagonal
  for (int item = static_cast<int>(threadIdx.x); item < tile * tile; item += solve_threads) {
    const int row = item / tile;
    const int column = item % tile;
    const real u = A[static_cast<long long>(first + row) * pitch + first + column];
    diagonal[row][column % 4][column / 4] = u;  // below the diagonal: not used
    if (row == column) inverse[row] = 1 / u;
  }
  __syncthreads();
  const int q = static_cast<int>(threadIdx.x) % 4;
  const long long column = first + static_cast<long long>(blockIdx.x + 1) * tile + threadIdx.x / 4;
  const bool inside = column < pitch;  // lanes outside must shuffle along
  real a[solve_rows];
#pragma unroll
  for (int r = 0; r < solve_rows; ++r) {
    a[r] = inside ? A[static_cast<long long>(first + 4 * r + q) * pitch + column] : 0;
  }
#pragma unroll
  for (int quarter = 0; quarter < solve_rows; ++quarter) {
    for (int owner = 0; owner < 4; ++owner) {
      const int k = 4 * quarter + owner;
      const real u = __shfl_sync(0xffffffffu, a[quarter] * inverse[k], owner, 4);
      if (q == owner) a[quarter] = u;
#pragma unroll
      for (int r = quarter; r < solve_rows; ++r) {
        if (r > quarter || q > owner) a[r] -= diagonal[k][q][r] * u;
      }
    }
  }
  if (!inside) return;
#pragma unroll
  for (int r = 0; r < solve_rows; ++r) {
    A[static_cast<long long>(first + 4 * r + q) * pitch + column] = a[r];
  }
}

constexpr int patch_rows = 8;  // of the tile that a thread computes
constexpr int patch_columns = 4;
constexpr int warp_rows = 4;  // a warp's 32 lanes: 4 along the rows, 8 along the columns
constexpr int warp_columns = 8;
constexpr int slice = 256 / static_cast<int>(sizeof(real));  // rows of U staged at a time: 16 KiB
constexpr int loads_at_once = 32 / static_cast<int>(sizeof(real));  // of each operand

/// A_IJ -= U_pIᵀ·U_pJ, where the rows of tiles p begin at `first`: one block for each tile
/// I ≤ J. Block (0, 0) has the next tile on the diagonal and factors it.
__global__ void __launch_bounds__(update_threads, 4)
    update_kernel(int n, int pitch, int first, real* A, int turn) {
  constexpr int V = vector_length;
  // The upper triangle of `tiles` rows, folded to a rectangle: row r and row tiles − 1 − r, which
  // have tiles + 1 tiles together, are row r of the grid.
  const int tiles = static_cast<int>(gridDim.x) - 1;
  int tile_row = static_cast<int>(blockIdx.y);
  int tile_column = tile_row + static_cast<int>(blockIdx.x);
  if (tile_column >= tiles) {
    if (tile_row == tiles - 1 - tile_row) return;  // the middle one is its own partner
    tile_column -= tile_row + 1;
    tile_row = tiles - 1 - tile_row;
  }
  const bool next_diagonal = tile_row == 0 && tile_column == 0;
  if (best_info[turn] != 0) {
    if (next_diagonal && threadIdx.x == 0) best_info[1 - turn] = best_info[turn];
    return;
  }

  __shared__ __align__(16) real staged[2 * slice * tile];
  real* of_rows = staged;                    // slice × tile: U_pI
  real* of_columns = staged + slice * tile;  // U_pJ
  const int thread = static_cast<int>(threadIdx.x);
  const int first_row = first + (tile_row + 1) * tile;
  const int first_column = first + (tile_column + 1) * tile;

  // A thread's patch consists of V × V squares: so the lanes of a warp read consecutive vectors of
  // the columns, without bank conflicts, and few different ones of the rows.
  const int warp = thread / 32;
  const int lane = thread % 32;
  const int patch_row = warp / 2 * warp_rows * patch_rows + lane / warp_columns * V;
  const int patch_column = warp % 2 * warp_columns * patch_columns + lane % warp_columns * V;

  real sum[patch_rows][patch_columns] = {};
  for (int begin = 0; begin < tile; begin += slice) {
    if (begin > 0) __syncthreads();
#pragma unroll loads_at_once
    for (int item = thread; item < slice * tile / V; item += update_threads) {
      const int k = item / (tile / V);
      const int column = item % (tile / V) * V;
      const real* row = A + static_cast<long long>(first + begin + k) * pitch;
      Vector i = {}, j = {};
      if (first_row + column < pitch) {
        i = *reinterpret_cast<const Vector*>(row + first_row + column);
      }
      if (first_column + column < pitch) {
        j = *reinterpret_cast<const Vector*>(row + first_column + column);
      }
      *reinterpret_cast<Vector*>(of_rows + k * tile + column) = i;
      *reinterpret_cast<Vector*>(of_columns + k * tile + column) = j;
    }
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < slice; ++k) {
      Vector i[patch_rows / V];
      Vector j[patch_columns / V];
#pragma unroll
      for (int r = 0; r < patch_rows / V; ++r) {
        i[r] = *reinterpret_cast<const Vector*>(of_rows + k * tile + patch_row + r * warp_rows * V);
      }
#pragma unroll
      for (int c = 0; c < patch_columns / V; ++c) {
        j[c] = *reinterpret_cast<const Vector*>(of_columns + k * tile + patch_column +
                                                c * warp_columns * V);
      }
#pragma unroll
      for (int r = 0; r < patch_rows; ++r) {
#pragma unroll
        for (int c = 0; c < patch_columns; ++c) {
          sum[r][c] += i[r / V].value[r % V] * j[c / V].value[c % V];
        }
      }
    }
  }

  if (next_diagonal) __syncthreads();  // the staged slices are overwritten by the tile
#pragma unroll
  for (int r = 0; r < patch_rows; ++r) {
    const int row = patch_row + r / V * warp_rows * V + r % V;  // in the tile
#pragma unroll
    for (int c = 0; c < patch_columns / V; ++c) {
      const int column = patch_column + c * warp_columns * V;
      Vector result = {};
      if (first_row + row < n && first_column + column < pitch) {
        Vector* target = reinterpret_cast<Vector*>(
            A + static_cast<long long>(first_row + row) * pitch + first_column + column);
        result = *target;
#pragma unroll
        for (int i = 0; i < V; ++i) result.value[i] -= sum[r][c * V + i];
        if (!next_diagonal) *target = result;
      }
      if (next_diagonal) *reinterpret_cast<Vector*>(staged + row * tile + column) = result;
    }
  }
  if (!next_diagonal) return;
  __syncthreads();
  const int result = factor_tile(n, pitch, first_row, A, staged);
  if (thread == 0) best_info[1 - turn] = result;
}

/// For rows `pitch` elements apart, a multiple of vector_length.
int factor_aligned(int n, int pitch, real* A) {
  first_tile_kernel<<<1, update_threads>>>(n, pitch, A);
  CHECK(cudaGetLastError());
  int turn = 0;
  for (int first = 0; n - first > tile; first += tile) {
    const int tiles = parts(n - first - tile, tile);  // beside the one on the diagonal
    solve_kernel<<<tiles, solve_threads>>>(pitch, first, A, turn);
    CHECK(cudaGetLastError());
    const dim3 grid(tiles + 1, parts(tiles, 2));
    update_kernel<<<grid, update_threads>>>(n, pitch, first, A, turn);
    CHECK(cudaGetLastError());
    turn = 1 - turn;
  }
  int result = -1;
  CHECK(cudaMemcpyFromSymbol(&result, best_info, sizeof(int), turn * sizeof(int)));
  return result;
}

// END SOLUTION

int cholesky_best(int n, real* A) {
  if (n == 0) return 0;
  int result = -1;
  // TODO(cholesky.3): the leaderboard. Task 2 reads and writes the whole triangle once for each
  // row. Work in blocks of rows instead, of 32 or 64: factor the block on the diagonal in shared
  // memory, solve for the rest of its rows (forward substitution), and subtract the product of
  // these rows from the triangle below: a matrix product, that you know how to make fast (the lab
  // matmul).
  // BEGIN SOLUTION
  if (n % vector_length == 0) return factor_aligned(n, n, A);
  const int pitch = parts(n, vector_length) * vector_length;
  const std::size_t bytes = n * sizeof(real), pitch_bytes = pitch * sizeof(real);
  real* copy = nullptr;
  CHECK(cudaMalloc(&copy, pitch_bytes * n));
  CHECK(cudaMemset2DAsync(copy + n, pitch_bytes, 0, pitch_bytes - bytes, n));
  CHECK(cudaMemcpy2DAsync(copy, pitch_bytes, A, bytes, bytes, n, cudaMemcpyDeviceToDevice));
  result = factor_aligned(n, pitch, copy);
  CHECK(cudaMemcpy2DAsync(A, bytes, copy, pitch_bytes, bytes, n, cudaMemcpyDeviceToDevice));
  CHECK(cudaFree(copy));  // waits for the copies
  // END SOLUTION
  return result;
}
