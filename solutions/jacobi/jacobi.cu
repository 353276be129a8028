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
  // BEGIN SOLUTION
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const real* row = A + i * n;
  real sum = 0;
  for (int j = 0; j < n; ++j) {
    if (j != i) sum += row[j] * x[j];
  }
  y[i] = (b[i] - sum) / row[i];
  // END SOLUTION
}

void jacobi_unified(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  // TODO(jacobi.1): use cudaMallocManaged: host and device use the same pointers, and pages move to
  // whoever touches them (handout: task 1). Fill copies of A, b and a start x of zeros on the host.
  // For each sweep: launch, wait (cudaDeviceSynchronize: the host must not touch managed memory
  // while a kernel runs), and let the host copy y to x. Then copy the result to the caller's x, and
  // free everything. iterations = 0 and n = 0 need care.
  // BEGIN SOLUTION
  if (n == 0) return;
  const std::size_t size = n;
  real* managed_a = nullptr;
  real* managed_b = nullptr;
  real* managed_x = nullptr;
  real* managed_y = nullptr;
  CHECK(cudaMallocManaged(&managed_a, size * size * sizeof(real)));
  CHECK(cudaMallocManaged(&managed_b, size * sizeof(real)));
  CHECK(cudaMallocManaged(&managed_x, size * sizeof(real)));
  CHECK(cudaMallocManaged(&managed_y, size * sizeof(real)));
  for (std::size_t i = 0; i < size * size; ++i) managed_a[i] = A[i];
  for (std::size_t i = 0; i < size; ++i) {
    managed_b[i] = b[i];
    managed_x[i] = 0;
  }
  for (int sweep = 0; sweep < iterations; ++sweep) {
    sweep_kernel<<<parts(n, block_size), block_size>>>(n, managed_a, managed_b, managed_x,
                                                       managed_y);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    // The pages of x and y travel to the host and back in every sweep: task 2 does without.
    for (std::size_t i = 0; i < size; ++i) managed_x[i] = managed_y[i];
  }
  for (std::size_t i = 0; i < size; ++i) x[i] = managed_x[i];
  CHECK(cudaFree(managed_a));
  CHECK(cudaFree(managed_b));
  CHECK(cudaFree(managed_x));
  CHECK(cudaFree(managed_y));
  // END SOLUTION
}

// Task 2: device memory, vectors that swap roles.

// BEGIN SOLUTION

/// What a sweep needs, on the device; tasks 2 to 4 differ only in the kernel that they launch.
struct DeviceSystem {
  real* A = nullptr;
  real* b = nullptr;
  real* x = nullptr;  // before the sweep
  real* y = nullptr;  // after it
};

DeviceSystem to_device(int n, const real* A, const real* b) {
  const std::size_t bytes = n * sizeof(real);
  DeviceSystem device;
  CHECK(cudaMalloc(&device.A, n * bytes));
  CHECK(cudaMalloc(&device.b, bytes));
  CHECK(cudaMalloc(&device.x, bytes));
  CHECK(cudaMalloc(&device.y, bytes));
  CHECK(cudaMemcpy(device.A, A, n * bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device.b, b, bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(device.x, 0, bytes));  // all bits 0 is the number 0
  return device;
}

/// Copies x to the host, which waits for the sweeps, and frees everything.
void to_host(int n, const DeviceSystem& device, real* x) {
  CHECK(cudaMemcpy(x, device.x, n * sizeof(real), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device.A));
  CHECK(cudaFree(device.b));
  CHECK(cudaFree(device.x));
  CHECK(cudaFree(device.y));
}

// END SOLUTION

void jacobi_swap(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  // TODO(jacobi.2): copy A and b to device memory once (cudaMalloc, cudaMemcpy), keep two vectors x
  // and y there, launch sweep_kernel for each sweep, and swap the two POINTERS after it: no copy,
  // and no synchronization, since launches run one after the other anyway. After an odd number of
  // sweeps the result is in the other vector: mind which one you copy back (handout: task 2). Free
  // what you allocate.
  // BEGIN SOLUTION
  if (n == 0) return;
  DeviceSystem device = to_device(n, A, b);
  for (int sweep = 0; sweep < iterations; ++sweep) {
    sweep_kernel<<<parts(n, block_size), block_size>>>(n, device.A, device.b, device.x, device.y);
    CHECK(cudaGetLastError());
    std::swap(device.x, device.y);
  }
  to_host(n, device, x);
  // END SOLUTION
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
  // BEGIN SOLUTION
  extern __shared__ real chunk[];
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  const int chunk_size = static_cast<int>(blockDim.x);
  const int t = static_cast<int>(threadIdx.x);
  const real* row = A + i * n;
  real sum = 0;
  for (int first = 0; first < n; first += chunk_size) {
    const int count = n - first < chunk_size ? n - first : chunk_size;
    if (t < count) chunk[t] = x[first + t];
    __syncthreads();
    if (i < n) {
      for (int j = 0; j < count; ++j) sum += row[first + j] * chunk[j];
    }
    __syncthreads();
  }
  // (b − (sum − A[i][i]·x[i])) / A[i][i]
  if (i < n) y[i] = (b[i] - sum) / row[i] + x[i];
  // END SOLUTION
}

void jacobi_shared(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  // TODO(jacobi.3): as task 2, with shared_kernel and block_size * sizeof(real) bytes of dynamic
  // shared memory: kernel<<<grid, block, bytes>>>(...) (handout: task 3).
  // BEGIN SOLUTION
  if (n == 0) return;
  DeviceSystem device = to_device(n, A, b);
  for (int sweep = 0; sweep < iterations; ++sweep) {
    shared_kernel<<<parts(n, block_size), block_size, block_size * sizeof(real)>>>(
        n, device.A, device.b, device.x, device.y);
    CHECK(cudaGetLastError());
    std::swap(device.x, device.y);
  }
  to_host(n, device, x);
  // END SOLUTION
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
  // BEGIN SOLUTION
  extern __shared__ real partial[];
  const long long i = blockIdx.x;
  const int t = static_cast<int>(threadIdx.x);
  const real* row = A + i * n;
  real sum = 0;
  for (long long j = t; j < n; j += blockDim.x) {
    if (j != i) sum += row[j] * x[j];
  }
  partial[t] = sum;
  // Of an odd number the one in the middle has no partner and stays: 3 become 2.
  for (int left = static_cast<int>(blockDim.x); left > 1;) {
    const int half = (left + 1) / 2;
    __syncthreads();
    if (t < left - half) partial[t] += partial[t + half];
    left = half;
  }
  if (t == 0) y[i] = (b[i] - partial[0]) / row[i];
  // END SOLUTION
}

void jacobi_reduce(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  // TODO(jacobi.4): as task 3, with reduce_kernel and n blocks (handout: task 4).
  // BEGIN SOLUTION
  if (n == 0) return;
  DeviceSystem device = to_device(n, A, b);
  for (int sweep = 0; sweep < iterations; ++sweep) {
    reduce_kernel<<<n, block_size, block_size * sizeof(real)>>>(n, device.A, device.b, device.x,
                                                                device.y);
    CHECK(cudaGetLastError());
    std::swap(device.x, device.y);
  }
  to_host(n, device, x);
  // END SOLUTION
}

// Task 5: as fast as you can.

// BEGIN SOLUTION

// A sweep is x ← M·x + c with M = −D⁻¹(L + U) and c = D⁻¹b, computed once. M is stored with rows
// and columns of zeros up to a multiple of 64: no kernel needs to ask where the matrix ends, and
// every row begins on a 16-byte boundary. Three ways to apply it k times:
//   - up to 64 rows: one block does all sweeps in one launch, with everything in shared memory;
//   - few sweeps: one launch each, one warp for each row;
//   - many sweeps: the map applied twice is x ← M²·x + (M·c + c), itself such a map. So squaring it
//     again and again gives 2, 4, 8, … sweeps at once, and k sweeps cost log₂ k matrix products in
//     place of k readings of the matrix. 150000 sweeps are 17 products.

constexpr int padding = 64;
constexpr int vector_length = 16 / static_cast<int>(sizeof(real));

/// 16 bytes: what one thread can load or store at once.
struct alignas(16) Vector {
  real value[vector_length];
};

/// M and c from A and b, padded from n to `size`.
__global__ void prepare_kernel(int n, int size, const real* A, const real* b, real* M, real* c) {
  const long long i = blockIdx.x;  // the row
  const bool inside = i < n;
  const real* row = A + i * n;
  const real diagonal = inside ? row[i] : 1;
  for (long long j = threadIdx.x; j < size; j += blockDim.x) {
    M[i * size + j] = inside && j < n && j != i ? -row[j] / diagonal : 0;
  }
  if (threadIdx.x == 0) c[i] = inside ? b[i] / diagonal : 0;
}

/// All sweeps in one launch, for size = 64: one block of 256 threads, four for each row. x is the
/// start and the result.
__global__ void __launch_bounds__(256)
    sweeps_on_chip_kernel(int sweeps, const real* M, const real* c, real* x) {
  __shared__ real m[padding][padding + 1];  // the rows begin in different banks
  __shared__ real old_x[padding];
  __shared__ real quarter[4][padding];
  const int row = static_cast<int>(threadIdx.x) % padding;
  const int part = static_cast<int>(threadIdx.x) / padding;
  for (int j = static_cast<int>(threadIdx.x); j < padding * padding; j += 256) {
    m[j / padding][j % padding] = M[j];
  }
  if (part == 0) old_x[row] = x[row];
  __syncthreads();
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    real sum = part == 0 ? c[row] : 0;
#pragma unroll
    for (int j = part * (padding / 4); j < (part + 1) * (padding / 4); ++j) {
      sum += m[row][j] * old_x[j];
    }
    quarter[part][row] = sum;
    __syncthreads();
    if (part == 0) {
      old_x[row] = (quarter[0][row] + quarter[1][row]) + (quarter[2][row] + quarter[3][row]);
    }
    __syncthreads();
  }
  if (part == 0) x[row] = old_x[row];
}

constexpr int sweep_threads = 256;  // 8 warps, one row each

/// y = M·x + c.
__global__ void __launch_bounds__(sweep_threads)
    warp_sweep_kernel(int size, const real* M, const real* c, const real* x, real* y) {
  const long long row =
      static_cast<long long>(blockIdx.x) * (sweep_threads / 32) + threadIdx.x / 32;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const Vector* m = reinterpret_cast<const Vector*>(M + row * size);
  const Vector* old_x = reinterpret_cast<const Vector*>(x);
  real sum[vector_length] = {};
#pragma unroll 4
  for (int j = lane; j < size / vector_length; j += 32) {
    const Vector a = m[j];
    const Vector b = old_x[j];
#pragma unroll
    for (int i = 0; i < vector_length; ++i) sum[i] += a.value[i] * b.value[i];
  }
  real total = 0;
#pragma unroll
  for (int i = 0; i < vector_length; ++i) total += sum[i];
#pragma unroll
  for (int offset = 16; offset > 0; offset /= 2) {
    total += __shfl_down_sync(0xffffffffu, total, offset);
  }
  if (lane == 0) y[row] = total + c[row];
}

constexpr int slice = 16;

/// S = M·M. One block of 256 threads for each 64×64 tile of S, 4×4 elements a thread. The lab
/// matmul explains (and its matmul_best improves) what happens here.
__global__ void __launch_bounds__(256) square_kernel(int size, const real* M, real* S) {
  __shared__ __align__(16) real left[slice][padding + vector_length];  // transposed
  __shared__ __align__(16) real right[slice][padding];
  constexpr int moves = slice * padding / vector_length / 256;
  const int thread = static_cast<int>(threadIdx.x);
  const int tiles = size / padding;
  const long long first_row = static_cast<long long>(blockIdx.x) / tiles * padding;
  const long long first_column = static_cast<long long>(blockIdx.x) % tiles * padding;
  const int patch_row = thread / 16 * 4;
  const int patch_column = thread % 16 * 4;
  real sum[4][4] = {};
  for (int p = 0; p < size; p += slice) {
#pragma unroll
    for (int i = 0; i < moves; ++i) {
      const int item = thread + i * 256;
      const int row = item / (slice / vector_length);
      const int depth = item % (slice / vector_length) * vector_length;
      const Vector value =
          *reinterpret_cast<const Vector*>(M + (first_row + row) * size + p + depth);
#pragma unroll
      for (int j = 0; j < vector_length; ++j) left[depth + j][row] = value.value[j];
      const int line = item / (padding / vector_length);
      const int column = item % (padding / vector_length) * vector_length;
      *reinterpret_cast<Vector*>(&right[line][column]) = *reinterpret_cast<const Vector*>(
          M + static_cast<long long>(p + line) * size + first_column + column);
    }
    __syncthreads();
#pragma unroll
    for (int q = 0; q < slice; ++q) {
      Vector a[4 / vector_length];
      Vector b[4 / vector_length];
#pragma unroll
      for (int i = 0; i < 4 / vector_length; ++i) {
        a[i] = *reinterpret_cast<const Vector*>(&left[q][patch_row + i * vector_length]);
        b[i] = *reinterpret_cast<const Vector*>(&right[q][patch_column + i * vector_length]);
      }
#pragma unroll
      for (int r = 0; r < 4; ++r) {
#pragma unroll
        for (int c = 0; c < 4; ++c) {
          sum[r][c] += a[r / vector_length].value[r % vector_length] *
                       b[c / vector_length].value[c % vector_length];
        }
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int r = 0; r < 4; ++r) {
#pragma unroll
    for (int c = 0; c < 4; ++c) {
      S[(first_row + patch_row + r) * size + first_column + patch_column + c] = sum[r][c];
    }
  }
}

void launch_sweep(int size, const real* M, const real* c, const real* x, real* y) {
  warp_sweep_kernel<<<size / (sweep_threads / 32), sweep_threads>>>(size, M, c, x, y);
  CHECK(cudaGetLastError());
}

/// Whether log₂ k products are faster than k sweeps. The speeds, in microseconds, are those of a
/// large GPU, rounded: on another one the choice may be off by a little, the result is not.
bool doubling_is_faster(int size, int sweeps) {
  const double values = static_cast<double>(size) * size;
  const double reading = values * sizeof(real) / 3e6;                              // 3 TB/s
  const double multiplying = 2 * values * size / (sizeof(real) == 4 ? 1e7 : 5e6);  // 10, 5 TFLOP/s
  const double sweep = reading > 3 ? reading : 3;              // a launch takes about 3
  const double product = multiplying > 12 ? multiplying : 12;  // and a block its time
  int doublings = 0;
  for (int k = sweeps; k > 1; k /= 2) ++doublings;
  return doublings * (product + 2 * sweep) < sweeps * sweep;
}

// END SOLUTION

void jacobi_best(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  // TODO(jacobi.5): the leaderboard: the same numbers, within rounding, in any way (handout: task
  // 5). Where to go from here: divide by the diagonal once, not in every sweep; let a warp do a
  // row, 16 bytes a load, and add up with __shfl_down_sync; for small n, do all sweeps in one
  // launch of one block. And is there a way to k sweeps that does not read the matrix k times?
  // BEGIN SOLUTION
  (void)block_size;
  if (n == 0) return;
  const int size = parts(n, padding) * padding;
  const std::size_t bytes = size * sizeof(real);
  real* device_a = nullptr;
  real* M = nullptr;
  real* squared = nullptr;
  real* vectors = nullptr;  // b, c, the next c, x and the next x
  CHECK(cudaMalloc(&device_a, sizeof(real) * n * n));
  CHECK(cudaMalloc(&M, bytes * size));
  CHECK(cudaMalloc(&vectors, 5 * bytes));
  real* device_b = vectors;
  real* c = vectors + size;
  real* next_c = vectors + 2 * static_cast<long long>(size);
  real* device_x = vectors + 3 * static_cast<long long>(size);
  real* next_x = vectors + 4 * static_cast<long long>(size);
  CHECK(cudaMemcpy(device_a, A, sizeof(real) * n * n, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_b, b, sizeof(real) * n, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(device_x, 0, bytes));
  prepare_kernel<<<size, 256>>>(n, size, device_a, device_b, M, c);
  CHECK(cudaGetLastError());

  if (doubling_is_faster(size, iterations)) {
    CHECK(cudaMalloc(&squared, bytes * size));
    // Powers of one map commute: the binary digits of k can be used in any order, lowest first.
    for (int k = iterations; k > 0; k /= 2) {
      if (k % 2 == 1) {
        launch_sweep(size, M, c, device_x, next_x);
        std::swap(device_x, next_x);
      }
      if (k == 1) break;
      launch_sweep(size, M, c, c, next_c);
      std::swap(c, next_c);
      square_kernel<<<size / padding*(size / padding), 256>>>(size, M, squared);
      CHECK(cudaGetLastError());
      std::swap(M, squared);
    }
  } else if (size == padding) {
    sweeps_on_chip_kernel<<<1, 256>>>(iterations, M, c, device_x);
    CHECK(cudaGetLastError());
  } else {
    for (int sweep = 0; sweep < iterations; ++sweep) {
      launch_sweep(size, M, c, device_x, next_x);
      std::swap(device_x, next_x);
    }
  }
  CHECK(cudaMemcpy(x, device_x, sizeof(real) * n, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_a));
  CHECK(cudaFree(M));
  CHECK(cudaFree(squared));
  CHECK(cudaFree(vectors));
  // END SOLUTION
}
