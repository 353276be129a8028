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
  extern __shared__ real chunk[];
  const int T = blockDim.x;
  const int me = threadIdx.x;
  const long long i = (long long)blockIdx.x * T + me;
  const bool has_row = i < n;
  const real* row = A + (has_row ? i * n : 0);

  real sum = 0;
  for (int start = 0; start < n; start += T) {
    // zeros behind the end of x: they add nothing, so the loop below can always go to T
    chunk[me] = start + me < n ? x[start + me] : real(0);
    __syncthreads();
    if (has_row) {
      for (int q = 0; q < T; q++) sum += row[start + q] * chunk[q];
    }
    __syncthreads();
  }

  if (has_row) {
    const real d = row[i];
    y[i] = (b[i] - (sum - d * x[i])) / d;  // takes the term j = i out again
  }
}

void jacobi_shared(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  const std::size_t vec = n * sizeof(real), mat = vec * n;

  // one allocation for everything: b, old, new, A
  real* memory = nullptr;
  CHECK(cudaMalloc(&memory, mat + 3 * vec));
  real* dev_b = memory;
  real* old_x = dev_b + n;
  real* new_x = old_x + n;
  real* dev_A = new_x + n;
  CHECK(cudaMemcpy(dev_A, A, mat, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(dev_b, b, vec, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(old_x, 0, vec));

  const int grid = parts(n, block_size);
  for (int s = 0; s < iterations; s++) {
    shared_kernel<<<grid, block_size, block_size * sizeof(real)>>>(n, dev_A, dev_b, old_x, new_x);
    CHECK(cudaGetLastError());
    real* t = old_x;
    old_x = new_x;
    new_x = t;
  }

  CHECK(cudaMemcpy(x, old_x, vec, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(memory));
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
