// Lab "jacobi": Jacobi's iteration for A·x = b on a GPU, in five steps. Read jacobi.h first: it
// says what each function gets and promises. All pointers that the functions get are HOST pointers.
// Search for TODO to find what is left to write, and after each step run
//     make grade LAB=jacobi TASK=jacobi_unified
#include "jacobi.h"

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>
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
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  real sum{};
  for (int j = 0; j < n; ++j) {
    if (j != i) sum += A[i * n + j] * x[j];
  }
  y[i] = (b[i] - sum) / A[i * n + i];
}

void jacobi_unified(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  // TODO(jacobi.1): use cudaMallocManaged: host and device use the same pointers, and pages move to
  // whoever touches them (handout: task 1). Fill copies of A, b and a start x of zeros on the host.
  // For each sweep: launch, wait (cudaDeviceSynchronize: the host must not touch managed memory
  // while a kernel runs), and let the host copy y to x. Then copy the result to the caller's x, and
  // free everything. iterations = 0 and n = 0 need care.
}

// Task 2: device memory, vectors that swap roles.

namespace {

struct Release {
  void operator()(real* memory) const { cudaFree(memory); }
};
using DeviceVector = std::unique_ptr<real[], Release>;

DeviceVector make_vector(std::size_t count) {
  real* memory = nullptr;
  CHECK(cudaMalloc(&memory, count * sizeof(real)));
  return DeviceVector(memory);
}

DeviceVector make_zeros(std::size_t count) {
  auto result = make_vector(count);
  CHECK(cudaMemset(result.get(), 0, count * sizeof(real)));
  return result;
}

DeviceVector upload(const real* host, std::size_t count) {
  auto result = make_vector(count);
  CHECK(cudaMemcpy(result.get(), host, count * sizeof(real), cudaMemcpyHostToDevice));
  return result;
}

}  // namespace

void jacobi_swap(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  const auto size = static_cast<std::size_t>(n);
  const auto dA = upload(A, size * size);
  const auto db = upload(b, size);
  auto current = upload(x, size);
  auto next = make_zeros(size);

  for (int sweep = 0; sweep < iterations; ++sweep) {
    sweep_kernel<<<parts(n, block_size), block_size>>>(n, dA.get(), db.get(), current.get(),
                                                       next.get());
    CHECK(cudaGetLastError());
    std::swap(current, next);  // pointers only
  }
  CHECK(cudaMemcpy(x, current.get(), size * sizeof(real), cudaMemcpyDeviceToHost));
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
