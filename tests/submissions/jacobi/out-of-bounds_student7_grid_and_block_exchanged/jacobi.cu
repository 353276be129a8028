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

struct JacobiData {
  real* a;
  real* b;
  real* x;
  real* x2;
};

__global__ void block_per_row(int n, JacobiData d) {
  extern __shared__ real cache[];
  const real* ai = d.a + (long long)blockIdx.x * n;
  cache[threadIdx.x] = 0;
  for (int j = threadIdx.x; j < n; j += blockDim.x) cache[threadIdx.x] += ai[j] * d.x[j];
  __syncthreads();
  for (unsigned active = blockDim.x; active > 1;) {
    const unsigned half = active / 2;
    const unsigned odd = active % 2;
    if (threadIdx.x < half) cache[threadIdx.x] += cache[threadIdx.x + half + odd];
    active = half + odd;
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    const real diag = ai[blockIdx.x];
    d.x2[blockIdx.x] = (d.b[blockIdx.x] - cache[0]) / diag + d.x[blockIdx.x];
  }
}

void jacobi_reduce(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  JacobiData d;
  const size_t bytes = n * sizeof(real);
  CHECK(cudaMalloc(&d.a, bytes * n));
  CHECK(cudaMalloc(&d.b, bytes));
  CHECK(cudaMalloc(&d.x, bytes));
  CHECK(cudaMalloc(&d.x2, bytes));
  CHECK(cudaMemcpy(d.a, A, bytes * n, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d.b, b, bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(d.x, 0, bytes));
  for (int it = 0; it < iterations; ++it) {
    block_per_row<<<block_size, n, block_size * sizeof(real)>>>(n, d);
    CHECK(cudaGetLastError());
    std::swap(d.x, d.x2);
  }
  CHECK(cudaMemcpy(x, d.x, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d.a));
  CHECK(cudaFree(d.b));
  CHECK(cudaFree(d.x));
  CHECK(cudaFree(d.x2));
}

// Task 5: as fast as you can.

void jacobi_best(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  // TODO(jacobi.5): the leaderboard: the same numbers, within rounding, in any way (handout: task
  // 5). Where to go from here: divide by the diagonal once, not in every sweep; let a warp do a
  // row, 16 bytes a load, and add up with __shfl_down_sync; for small n, do all sweeps in one
  // launch of one block. And is there a way to k sweeps that does not read the matrix k times?
}
