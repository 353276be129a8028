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
  extern __shared__ real partial[];
  const int t = threadIdx.x;
  const long long i = blockIdx.x;

  real mine = 0;
  for (long long j = t; j < n; j += blockDim.x) {
    if (j != i) mine += A[i * n + j] * x[j];
  }
  partial[t] = mine;
  __syncthreads();

  // From here on the first warp does everything. blockDim.x is a multiple of 32: first fold all
  // sums onto its 32 lanes.
  if (t >= 32) return;
  for (int other = t + 32; other < blockDim.x; other += 32) mine += partial[other];
  partial[t] = mine;

  // Then the usual tree. The threads of a warp execute the same instruction at the same time, so
  // no __syncthreads() any more.
  for (int half = 16; half > 0; half /= 2) {
    if (t < half) partial[t] += partial[t + half];
  }
  if (t == 0) y[i] = (b[i] - partial[0]) / A[i * n + i];
}

void jacobi_reduce(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  const std::size_t N = n;
  real* mem;  // one allocation for everything: A, b, and twice x
  CHECK(cudaMalloc(&mem, (N * N + 3 * N) * sizeof(real)));
  real* dev_A = mem;
  real* dev_b = dev_A + N * N;
  real* dev_x = dev_b + N;
  real* dev_y = dev_x + N;
  CHECK(cudaMemcpy(dev_A, A, N * N * sizeof(real), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(dev_b, b, N * sizeof(real), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(dev_x, 0, N * sizeof(real)));

  for (int s = 0; s < iterations; ++s) {
    reduce_kernel<<<n, block_size, block_size * sizeof(real)>>>(n, dev_A, dev_b, dev_x, dev_y);
    CHECK(cudaGetLastError());
    std::swap(dev_x, dev_y);
  }

  CHECK(cudaMemcpy(x, dev_x, N * sizeof(real), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(mem));
}

// Task 5: as fast as you can.

void jacobi_best(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  // TODO(jacobi.5): the leaderboard: the same numbers, within rounding, in any way (handout: task
  // 5). Where to go from here: divide by the diagonal once, not in every sweep; let a warp do a
  // row, 16 bytes a load, and add up with __shfl_down_sync; for small n, do all sweeps in one
  // launch of one block. And is there a way to k sweeps that does not read the matrix k times?
}
