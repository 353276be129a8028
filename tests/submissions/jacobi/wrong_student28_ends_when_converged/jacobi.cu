// Lab "jacobi": Jacobi's iteration for A·x = b on a GPU, in five steps. Read jacobi.h first: it
// says what each function gets and promises. All pointers that the functions get are HOST pointers.
// Search for TODO to find what is left to write, and after each step run
//     make grade LAB=jacobi TASK=jacobi_unified
#include "jacobi.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

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

// Task 1: unified memory.

/// One sweep, one thread for each row: y is the new x.
__global__ void sweep_kernel(int n, const real* A, const real* b, const real* x, real* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const real* row = A + (std::size_t)i * n;
  real sum = 0;
  for (int j = 0; j < n; j++) {
    if (j != i) sum += row[j] * x[j];
  }
  y[i] = (b[i] - sum) / row[i];
}

void jacobi_unified(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  const std::size_t matrix_bytes = (std::size_t)n * n * sizeof(real);
  const std::size_t vector_bytes = (std::size_t)n * sizeof(real);

  real *mA, *mb, *mx, *my;
  CHECK(cudaMallocManaged(&mA, matrix_bytes));
  CHECK(cudaMallocManaged(&mb, vector_bytes));
  CHECK(cudaMallocManaged(&mx, vector_bytes));
  CHECK(cudaMallocManaged(&my, vector_bytes));
  std::memcpy(mA, A, matrix_bytes);
  std::memcpy(mb, b, vector_bytes);
  for (int i = 0; i < n; i++) mx[i] = 0;

  for (int it = 0; it < iterations; it++) {
    sweep_kernel<<<parts(n, block_size), block_size>>>(n, mA, mb, mx, my);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    real change = 0;
    for (int i = 0; i < n; i++) {
      change = std::max(change, std::abs(my[i] - mx[i]));
      mx[i] = my[i];
    }
    if (change < real(1e-4)) break;  // converged, x does not change any more
  }

  std::memcpy(x, mx, vector_bytes);
  CHECK(cudaFree(mA));
  CHECK(cudaFree(mb));
  CHECK(cudaFree(mx));
  CHECK(cudaFree(my));
}

// Task 2: device memory, vectors that swap roles.

void jacobi_swap(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  // TODO(jacobi.2): copy A and b to device memory once (cudaMalloc, cudaMemcpy), keep two vectors x
  // and y there, launch sweep_kernel for each sweep, and swap the two POINTERS after it: no copy,
  // and no synchronization, since launches run one after the other anyway. After an odd number of
  // sweeps the result is in the other vector: mind which one you copy back (handout: task 2). Free
  // what you allocate.
}

// Task 3: x in shared memory.

/// One sweep, one thread for each row, with blockDim.x elements of dynamic shared memory.
__global__ void shared_kernel(int n, const real* A, const real* b, const real* x, real* y) {
  // TODO(jacobi.3): all threads of a block need the same x[j] at about the same time (handout: task
  // 3). Walk along j in chunks of blockDim.x: each thread copies one x[j] of the chunk to
  //     extern __shared__ real chunk[];
  // then all wait (__syncthreads), use the chunk, and wait again before it is overwritten. Threads
  // without a row of their own must still copy and wait. The last chunk may be shorter.
  // Do without `if (j != i)`: include the term j = i in the sum, and add it back at the end.
}

void jacobi_shared(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  // TODO(jacobi.3): as task 2, with shared_kernel and block_size * sizeof(real) bytes of dynamic
  // shared memory: kernel<<<grid, block, bytes>>>(...) (handout: task 3).
}

// Task 4: one block for each row.

/// One sweep, one block for each row, with blockDim.x elements of dynamic shared memory.
__global__ void reduce_kernel(int n, const real* A, const real* b, const real* x, real* y) {
  // TODO(jacobi.4): thread t of block i adds up the terms j = t, t + blockDim.x, t + 2·blockDim.x
  // and so on of row i (handout: task 4): neighboring threads read neighboring elements of A
  // (coalesced). Then the partial sums go to shared memory and are added up in log₂ steps: in each,
  // the lower half of the threads that are left adds the upper half's sums to its own. Neighboring
  // threads then use neighboring banks. Mind the barriers between the steps.
  // blockDim.x need not be a power of two: of 96 threads, 48, 24, 12, 6, 3 are left, and then?
}

void jacobi_reduce(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  // TODO(jacobi.4): as task 3, with reduce_kernel and n blocks (handout: task 4).
}

// Task 5: as fast as you can.

void jacobi_best(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  // TODO(jacobi.5): the leaderboard: the same numbers, within rounding, in any way (handout: task
  // 5). Where to go from here: divide by the diagonal once, not in every sweep; let a warp do a
  // row, 16 bytes a load, and add up with __shfl_down_sync; for small n, do all sweeps in one
  // launch of one block. And is there a way to k sweeps that does not read the matrix k times?
}
