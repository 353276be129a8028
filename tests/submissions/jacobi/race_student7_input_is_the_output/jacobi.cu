// Lab "jacobi": Jacobi's iteration for A·x = b on a GPU, in five steps. Read jacobi.h first: it
// says what each function gets and promises. All pointers that the functions get are HOST pointers.
// Search for TODO to find what is left to write, and after each step run
//     make grade LAB=jacobi TASK=jacobi_unified
#include "jacobi.h"

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
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
  // TODO(jacobi.1): compute y[i] for this thread's row i (handout: task 1). Threads beyond the last
  // row must do nothing. i * n may exceed an int: compute indices in 64 bits (long long,
  // std::size_t).
}

void jacobi_unified(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  // TODO(jacobi.1): use cudaMallocManaged: host and device use the same pointers, and pages move to
  // whoever touches them (handout: task 1). Fill copies of A, b and a start x of zeros on the host.
  // For each sweep: launch, wait (cudaDeviceSynchronize: the host must not touch managed memory
  // while a kernel runs), and let the host copy y to x. Then copy the result to the caller's x, and
  // free everything. iterations = 0 and n = 0 need care.
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

#define WARP 32
#define WARPS_PER_BLOCK 4

__device__ __forceinline__ real warpReduce(real v) {
  v += __shfl_down_sync(0xffffffff, v, 16);
  v += __shfl_down_sync(0xffffffff, v, 8);
  v += __shfl_down_sync(0xffffffff, v, 4);
  v += __shfl_down_sync(0xffffffff, v, 2);
  v += __shfl_down_sync(0xffffffff, v, 1);
  return v;
}

// one warp per row
__global__ void warp_row(int n, const real* A, const real* b, const real* x, real* xNew) {
  int row = blockIdx.x * WARPS_PER_BLOCK + threadIdx.x / WARP;
  int lane = threadIdx.x % WARP;
  if (row >= n) return;
  const real* a = A + (size_t)row * n;
  real s = 0;
  for (int j = lane; j < n; j += WARP) s += j == row ? real(0) : a[j] * x[j];
  s = warpReduce(s);
  if (lane == 0) xNew[row] = (b[row] - s) / a[row];
}

void jacobi_best(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  real *dA, *db, *dx[2];
  CHECK(cudaMalloc(&dA, (size_t)n * n * sizeof(real)));
  CHECK(cudaMalloc(&db, n * sizeof(real)));
  CHECK(cudaMalloc(&dx[0], n * sizeof(real)));
  CHECK(cudaMalloc(&dx[1], n * sizeof(real)));
  CHECK(cudaMemcpy(dA, A, (size_t)n * n * sizeof(real), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(db, b, n * sizeof(real), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(dx[0], 0, n * sizeof(real)));
  int cur = 0;
  for (int s = 0; s < iterations; ++s) {
    warp_row<<<parts(n, WARPS_PER_BLOCK), WARP * WARPS_PER_BLOCK>>>(n, dA, db, dx[cur], dx[cur]);
    CHECK(cudaGetLastError());
  }
  CHECK(cudaMemcpy(x, dx[cur], n * sizeof(real), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(dA));
  CHECK(cudaFree(db));
  CHECK(cudaFree(dx[0]));
  CHECK(cudaFree(dx[1]));
}

