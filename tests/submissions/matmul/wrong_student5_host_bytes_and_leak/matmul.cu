// Lab "matmul": C = A·B on a GPU, in five steps. Read matmul.h first: it says what each function
// gets and promises. Search for TODO to find what is left to write, and run
//     make grade LAB=matmul TASK=matmul_naive
// after each step. Tasks can be done in any order.
#include "matmul.h"

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

// Task 1: one thread for each element.

constexpr int naive_columns = 32;  // threads of a block along a row of C: one warp
constexpr int naive_rows = 8;
constexpr int most_blocks_y = 65535;  // a grid's limit in y; in x it is 2^31 − 1

__global__ void naive_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  // TODO(matmul.1): find this thread's row and column of C, compute the sum of k products in a
  // register, and write it (handout: task 1). What to get right:
  //   - Threads beyond the last row or column must not read or write.
  //   - Neighboring threads (threadIdx.x) should have neighboring columns: then their loads of
  //     B and stores to C are coalesced.
  //   - row * k may exceed an int: compute indices in 64 bits (long long, std::size_t).
  //   - For more than half a million rows, the grid below stops at its limit in y: let each thread
  //     go on with row + gridDim.y * naive_rows until there are no more.
  const int column = static_cast<int>(blockIdx.x) * naive_columns + static_cast<int>(threadIdx.x);
  if (column >= n) return;
  for (long long row = static_cast<long long>(blockIdx.y) * naive_rows + threadIdx.y; row < m;
       row += static_cast<long long>(gridDim.y) * naive_rows) {
    const real* a = A + row * k;
    real sum = 0;
    for (int p = 0; p < k; ++p) sum += a[p] * B[static_cast<long long>(p) * n + column];
    C[row * n + column] = sum;
  }
}

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;  // a launch with an empty grid is an error
  const dim3 block(naive_columns, naive_rows);
  const int blocks_y = parts(m, naive_rows);
  const dim3 grid(parts(n, naive_columns), blocks_y < most_blocks_y ? blocks_y : most_blocks_y);
  naive_kernel<<<grid, block>>>(m, n, k, A, B, C);
  CHECK(cudaGetLastError());
}

// Task 2: each thread a patch, in registers.

constexpr int patch_rows = 4;
constexpr int patch_columns = 4;

__global__ void coarse_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  // TODO(matmul.2): each thread computes a patch of 4 × 4 elements of C (constexpr ints above this
  // kernel; other shapes are worth a try; handout: task 2):
  //     real sum[patch_rows][patch_columns] = {};
  // For each p, load patch_rows values of A and patch_columns of B and use each several times: 8
  // loads for 16 multiply-adds in place of 2 for one. Loops over the patch need constant limits and
  // `#pragma unroll`, or sum[][] will not live in registers.
  // Let a thread's columns be blockDim.x apart, not side by side: then the threads of a warp still
  // read neighbors. At the right and lower edge, part of a patch lies outside.
  const int first_column =
      static_cast<int>(blockIdx.x * blockDim.x) * patch_columns + static_cast<int>(threadIdx.x);
  const long long rows_of_grid = static_cast<long long>(gridDim.y) * blockDim.y * patch_rows;
  for (long long first_row =
           (static_cast<long long>(blockIdx.y) * blockDim.y + threadIdx.y) * patch_rows;
       first_row < m; first_row += rows_of_grid) {
    // Rows and columns outside are moved onto the last one inside: what is loaded and summed there
    // is thrown away, and the inner loop needs no branch.
    const real* a[patch_rows];
    const real* b[patch_columns];
#pragma unroll
    for (int r = 0; r < patch_rows; ++r) {
      const long long row = first_row + r;
      a[r] = A + (row < m ? row : m - 1) * k;
    }
#pragma unroll
    for (int c = 0; c < patch_columns; ++c) {
      const int column = first_column + c * static_cast<int>(blockDim.x);
      b[c] = B + (column < n ? column : n - 1);
    }
    real sum[patch_rows][patch_columns] = {};
    for (int p = 0; p < k; ++p) {
      real a_value[patch_rows];
#pragma unroll
      for (int r = 0; r < patch_rows; ++r) a_value[r] = a[r][p];
#pragma unroll
      for (int c = 0; c < patch_columns; ++c) {
        const real b_value = b[c][static_cast<long long>(p) * n];
#pragma unroll
        for (int r = 0; r < patch_rows; ++r) sum[r][c] += a_value[r] * b_value;
      }
    }
#pragma unroll
    for (int r = 0; r < patch_rows; ++r) {
#pragma unroll
      for (int c = 0; c < patch_columns; ++c) {
        const long long row = first_row + r;
        const int column = first_column + c * static_cast<int>(blockDim.x);
        if (row < m && column < n) C[row * n + column] = sum[r][c];
      }
    }
  }
}

void matmul_coarse(int m, int n, int k, const real* A, const real* B, real* C) {
  // TODO(matmul.2): launch coarse_kernel (handout: task 2). A block of x × y threads now covers x ·
  // patch_columns columns and y · patch_rows rows: the grid has fewer blocks than in task 1.
  if (m == 0 || n == 0) return;
  const dim3 block(32, 8);
  const int blocks_y = parts(m, 8 * patch_rows);
  const dim3 grid(parts(n, 32 * patch_columns),
                  blocks_y < most_blocks_y ? blocks_y : most_blocks_y);
  coarse_kernel<<<grid, block>>>(m, n, k, A, B, C);
  CHECK(cudaGetLastError());
}

// Task 3: tiles in shared memory.

constexpr int tile = 32;  // a block has tile × tile threads, one for each element of its tile of C

__global__ void tiled_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  // TODO(matmul.3): a block has tile × tile threads (constexpr int tile = 32, or 16), one for each
  // element of its tile of C (handout: task 3). Walk along k in steps of `tile`. In each step
  //   1. every thread copies one element of A and one of B into shared memory
  //          __shared__ real As[tile][tile], Bs[tile][tile];
  //      (0 where the tile sticks out of the matrix: that adds nothing to the sum),
  //   2. all wait: __syncthreads(),
  //   3. every thread adds `tile` products from shared memory to its sum,
  //   4. all wait again, before the tiles are overwritten.
  // Every thread of the block must reach every __syncthreads(), those outside of C as well: so no
  // `return` before the end.
  __shared__ real As[tile][tile];
  __shared__ real Bs[tile][tile];
  const int tx = static_cast<int>(threadIdx.x);
  const int ty = static_cast<int>(threadIdx.y);
  // The grid has one dimension, whose limit is never reached: tiles of C, row of tiles by row.
  const unsigned tiles_in_row = static_cast<unsigned>((n - 1) / tile + 1);
  const long long row = static_cast<long long>(blockIdx.x / tiles_in_row) * tile + ty;
  const long long column = static_cast<long long>(blockIdx.x % tiles_in_row) * tile + tx;
  real sum = 0;
  for (long long first = 0; first < k; first += tile) {
    As[ty][tx] = row < m && first + tx < k ? A[row * k + first + tx] : 0;
    Bs[ty][tx] = first + ty < k && column < n ? B[(first + ty) * n + column] : 0;
    __syncthreads();
#pragma unroll
    for (int p = 0; p < tile; ++p) sum += As[ty][p] * Bs[p][tx];
    __syncthreads();
  }
  if (row < m && column < n) C[row * n + column] = sum;
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  // TODO(matmul.3): launch tiled_kernel with one block for each tile of C (handout: task 3).
  if (m == 0 || n == 0) return;
  const dim3 block(tile, tile);
  const unsigned blocks =
      static_cast<unsigned>(parts(m, tile)) * static_cast<unsigned>(parts(n, tile));
  tiled_kernel<<<blocks, block>>>(m, n, k, A, B, C);
  CHECK(cudaGetLastError());
}

// Task 4: as fast as you can.


// Tasks 2 and 3 together, at three levels. A block computes a tile of C and stages slices of A and
// B in shared memory; a warp computes a part of the block's tile; a thread computes a patch of that
// in registers. All memory is moved 16 bytes at a time. While a slice is being multiplied, the next
// one is on its way: from global memory to registers, and from there to the second of two buffers,
// so that one barrier a slice is enough.

constexpr int vector_length = 16 / static_cast<int>(sizeof(real));

/// 16 bytes: what one thread can load or store at once.
struct alignas(16) Vector {
  real value[vector_length];
};

constexpr int best_threads = 256;  // 8 warps: 4 along the rows of the tile, 2 along the columns
constexpr int warp_rows = 4;       // a warp's 32 lanes: 4 along the rows, 8 along the columns
constexpr int warp_columns = 8;

/// The vector of `matrix` that begins at (row, column), 0 where it lies outside. `Whole`: every row
/// of the matrix begins on a 16-byte boundary and ends on one, so that a vector is inside or
/// outside.
template <bool Whole>
__device__ Vector load_vector(const real* matrix, int rows, int columns, long long row,
                              long long column) {
  Vector result = {};
  if (row >= rows) return result;
  const real* source = matrix + row * columns + column;
  if (Whole) {
    if (column < columns) result = *reinterpret_cast<const Vector*>(source);
  } else {
#pragma unroll
    for (int i = 0; i < vector_length; ++i) {
      if (column + i < columns) result.value[i] = source[i];
    }
  }
  return result;
}

/// A thread's patch is Rows × Columns, a block's tile 16·Rows × 16·Columns; `slice` is how much of
/// k is staged at a time.
template <int Rows, int Columns, int slice, bool Whole>
__global__ void __launch_bounds__(best_threads, 2)
    best_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  constexpr int V = vector_length;
  constexpr int tile_rows = 16 * Rows;
  constexpr int tile_columns = 16 * Columns;
  constexpr int vectors_a = tile_rows * slice / V / best_threads;  // that a thread moves a slice
  constexpr int vectors_b = tile_columns * slice / V / best_threads;
  // A is stored transposed, so that a thread's values for one p are side by side. V more columns
  // spread the stores, which run down a column, over the banks.
  __shared__ __align__(16) real As[2][slice][tile_rows + V];
  __shared__ __align__(16) real Bs[2][slice][tile_columns];

  const int thread = static_cast<int>(threadIdx.x);
  const unsigned tiles_in_row = static_cast<unsigned>((n - 1) / tile_columns + 1);
  const long long first_row = static_cast<long long>(blockIdx.x / tiles_in_row) * tile_rows;
  const long long first_column = static_cast<long long>(blockIdx.x % tiles_in_row) * tile_columns;

  // A thread's patch consists of V×V squares, 4·V rows and 8·V columns apart: so the lanes of a
  // warp read consecutive vectors of Bs, without bank conflicts, and the same vectors of As (a
  // broadcast).
  const int warp = thread / 32;
  const int lane = thread % 32;
  const int patch_row = warp / 2 * warp_rows * Rows + lane / warp_columns * V;
  const int patch_column = warp % 2 * warp_columns * Columns + lane % warp_columns * V;

  Vector next_a[vectors_a];
  Vector next_b[vectors_b];
  const auto load = [&](long long p) {
#pragma unroll
    for (int i = 0; i < vectors_a; ++i) {
      const int item = thread + i * best_threads;
      next_a[i] =
          load_vector<Whole>(A, m, k, first_row + item / (slice / V), p + item % (slice / V) * V);
    }
#pragma unroll
    for (int i = 0; i < vectors_b; ++i) {
      const int item = thread + i * best_threads;
      next_b[i] = load_vector<Whole>(B, k, n, p + item / (tile_columns / V),
                                     first_column + item % (tile_columns / V) * V);
    }
  };
  const auto store = [&](int buffer) {
#pragma unroll
    for (int i = 0; i < vectors_a; ++i) {
      const int item = thread + i * best_threads;
#pragma unroll
      for (int j = 0; j < V; ++j) {
        As[buffer][item % (slice / V) * V + j][item / (slice / V)] = next_a[i].value[j];
      }
    }
#pragma unroll
    for (int i = 0; i < vectors_b; ++i) {
      const int item = thread + i * best_threads;
      *reinterpret_cast<Vector*>(
          &Bs[buffer][item / (tile_columns / V)][item % (tile_columns / V) * V]) = next_b[i];
    }
  };

  real sum[Rows][Columns] = {};
  int buffer = 0;
  if (k > 0) {
    load(0);
    store(0);
    __syncthreads();
  }
  for (long long p = 0; p < k; p += slice) {
    const bool more = p + slice < k;
    if (more) load(p + slice);
#pragma unroll
    for (int q = 0; q < slice; ++q) {
      Vector a[Rows / V];
      Vector b[Columns / V];
#pragma unroll
      for (int i = 0; i < Rows / V; ++i) {
        a[i] = *reinterpret_cast<const Vector*>(&As[buffer][q][patch_row + i * warp_rows * V]);
      }
#pragma unroll
      for (int j = 0; j < Columns / V; ++j) {
        b[j] =
            *reinterpret_cast<const Vector*>(&Bs[buffer][q][patch_column + j * warp_columns * V]);
      }
#pragma unroll
      for (int r = 0; r < Rows; ++r) {
#pragma unroll
        for (int c = 0; c < Columns; ++c) {
          sum[r][c] += a[r / V].value[r % V] * b[c / V].value[c % V];
        }
      }
    }
    if (more) store(1 - buffer);  // nobody reads that one: all have passed the last barrier
    __syncthreads();
    buffer = 1 - buffer;
  }

#pragma unroll
  for (int r = 0; r < Rows; ++r) {
    const long long row = first_row + patch_row + r / V * warp_rows * V + r % V;
    if (row >= m) continue;
#pragma unroll
    for (int j = 0; j < Columns / V; ++j) {
      const long long column = first_column + patch_column + j * warp_columns * V;
      Vector result;
#pragma unroll
      for (int i = 0; i < V; ++i) result.value[i] = sum[r][j * V + i];
      real* target = C + row * n + column;
      if (Whole) {
        if (column < n) *reinterpret_cast<Vector*>(target) = result;
      } else {
#pragma unroll
        for (int i = 0; i < V; ++i) {
          if (column + i < n) target[i] = result.value[i];
        }
      }
    }
  }
}

template <int Rows, int Columns, int slice>
void launch_best(int m, int n, int k, const real* A, const real* B, real* C) {
  const unsigned blocks =
      static_cast<unsigned>(parts(m, 16 * Rows)) * static_cast<unsigned>(parts(n, 16 * Columns));
  if (n % vector_length == 0 && k % vector_length == 0) {
    best_kernel<Rows, Columns, slice, true><<<blocks, best_threads>>>(m, n, k, A, B, C);
  } else {
    best_kernel<Rows, Columns, slice, false><<<blocks, best_threads>>>(m, n, k, A, B, C);
  }
  CHECK(cudaGetLastError());
}


void matmul_best(int m, int n, int k, const real* A, const real* B, real* C) {
  // TODO(matmul.4): the leaderboard (handout: task 4). Where to go from here: let each thread of
  // task 3 compute a patch as in task 2 (8 × 8 in float); load 16 bytes at a time (float4, double2)
  // where rows are aligned; load the next tiles while these are multiplied.
  // `make profile LAB=matmul` shows what is worth it.
  if (m == 0 || n == 0) return;
  // A large patch loads less for each multiply-add; small ones make enough blocks for all of the
  // device's processors (about a hundred) when C is small. In double, large patches would not fit
  // into the registers.
  const long long large_tiles = static_cast<long long>(parts(m, 128)) * parts(n, 128);
  if (sizeof(real) == sizeof(float) && large_tiles >= 100) {
    constexpr int large = sizeof(real) == sizeof(float) ? 8 : 4;
    launch_best<large, large, 64 / large>(m, n, k, A, B, C);
  } else {
    launch_best<4, 4, 16>(m, n, k, A, B, C);
  }
}

// Task 5: from host memory to host memory.

void matmul_host(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  const std::size_t sizeA = (std::size_t)m * k;
  const std::size_t sizeB = (std::size_t)k * n;
  const std::size_t sizeC = (std::size_t)m * n;
  real *dA = nullptr, *dB = nullptr, *dC = nullptr;
  if (k > 0) {
    CHECK(cudaMalloc((void**)&dA, sizeA * sizeof(real)));
    CHECK(cudaMalloc((void**)&dB, sizeB * sizeof(real)));
    CHECK(cudaMemcpy(dA, A, sizeA * sizeof(real), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(dB, B, sizeB, cudaMemcpyHostToDevice));
  }
  CHECK(cudaMalloc((void**)&dC, sizeC * sizeof(real)));

  matmul_best(m, n, k, dA, dB, dC);

  CHECK(cudaMemcpy(C, dC, sizeC * sizeof(real), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(dA));
  CHECK(cudaFree(dC));
}
