// Lab "poisson": −Δu = f on a cube, by Jacobi's iteration on one GPU and on two. Read poisson.h
// first: it says what each function gets and promises. Search for TODO to find what is left to
// write, and after each step run
//     make grade LAB=poisson TASK=poisson_naive
#include "poisson.h"

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

/// How many numbers a plane i = constant has.
inline long long plane_size(int N) { return static_cast<long long>(N) * N; }

// Task 1: one thread for each point.

/// One sweep over `planes` planes. The arrays have one plane more on either side, which is only
/// read: walls, or in task 3 the other half's face. So i goes from 1 to `planes`, and j and k, as
/// ever, from 1 to N − 2.
__global__ void sweep_kernel(int N, int planes, real delta2, const real* f, const real* u_old,
                             real* u) {
  // TODO(poisson.1): compute this thread's i, j and k, beginning with 1, from blockIdx, blockDim
  // and threadIdx. Threads that are beyond the last point must do nothing. Let threadIdx.x belong
  // to k, so that the threads of a warp read neighbors in memory (coalesced). (i * N + j) * N + k
  // may exceed an int: compute it in 64 bits.
}

void poisson_naive(int N, int iterations, real delta2, const real* f, real* u, real* u_old) {
  // TODO(poisson.1): one launch of sweep_kernel for each sweep, with 512 threads a block, and the
  // two POINTERS swapped after it. The result must be in u, also after an odd number of sweeps: u
  // and u_old hold the same start, so you may choose which one the first sweep reads. No copy is
  // needed. N = 0, 1 and 2 have no point to compute.
}

// Task 2: the norm.

/// The sum of every thread's `value`, in thread 0. All threads of the block must call it; the block
/// has one dimension, or its threads are counted as blockDim counts them, x first.
__device__ double block_sum(double value) {
  // TODO(poisson.2): first each warp adds up its 32 values, in registers:
  //     for (int offset = 16; offset > 0; offset /= 2)
  //       value += __shfl_down_sync(0xffffffffu, value, offset);
  // then lane 0 of each warp puts its sum into a __shared__ array of 32, all wait
  // (__syncthreads), and the first warp adds up those. Who calls this twice in one kernel must not
  // overwrite what the first warp still reads: where does that need another barrier?
  return value;
}

/// As sweep_kernel over the whole grid, and adds the squares of all changes to *norm.
__global__ void sweep_and_norm_kernel(int N, real delta2, const real* f, const real* u_old, real* u,
                                      double* norm) {
  // TODO(poisson.2): as task 1, but a thread without a point must not leave: it takes part in
  // block_sum with a change of 0. Then one thread of the block does one atomicAdd.
}

int poisson_norm(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                 real* u_old) {
  int done = 0;
  // TODO(poisson.2): one `double` on the device for the norm (in float, a sum of millions of small
  // squares would lose the last of them). For each sweep: set it to 0 (cudaMemset), launch
  // sweep_and_norm_kernel, copy it to the host, which waits for the kernel, and compare. If the
  // result is in u_old's memory at the end, copy it to u. Mind max_iterations = 0, a tolerance
  // below 0, and N < 3, where the norm is 0 and no kernel can be launched.
  return done;
}

// Task 3: two devices.

void poisson_dual(int N, int iterations, real delta2, const real* f, real* u) {
  // TODO(poisson.3): give each device half of the planes i = 1 … N − 2, with one more plane on
  // either side, in arrays of its own: sweep_kernel then does one sweep of a half. After each sweep
  // each half needs ONE plane of the other one: copy that and nothing else, and not through the
  // host. First make it right: cudaDeviceSynchronize for both devices after each step. Then let the
  // copies overlap with the work: compute the plane that the other half needs first, in a stream of
  // its own, and send it while the rest is computed (cudaStreamWaitEvent says who waits for whom).
  // cudaDeviceEnablePeerAccess lets copies go directly from device to device; it fails harmlessly
  // when that is enabled already. With one device (cudaGetDeviceCount) both halves lie on it. Free
  // what you allocate, and leave device 0 current.
}

// Task 4: as fast as you can.

// The host looks at the norms only after every 16 sweeps. Each sweep of a batch has its own norm,
// and a sweep does nothing if the one before it (in its batch) has met the tolerance.
constexpr int batch = 16;

__global__ void batch_kernel(int N, real delta2, const real* f, const real* from, real* to,
                             double* norms, int s, real tolerance) {
  __shared__ double block_norm;
  if (s > 0 && norms[s - 1] <= tolerance) return;  // all threads of all blocks, or none

  const int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  if (thread == 0) block_norm = 0;
  __syncthreads();

  const int k = blockIdx.x * blockDim.x + threadIdx.x + 1;
  const int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
  const int i = blockIdx.z * blockDim.z + threadIdx.z + 1;
  double change = 0;
  if (k <= N - 2 && j <= N - 2 && i <= N - 2) {
    const long long n1 = N, n2 = n1 * N, p = i * n2 + j * n1 + k;
    const real sum =
        from[p - n2] + from[p + n2] + from[p - n1] + from[p + n1] + from[p - 1] + from[p + 1];
    const real value = (sum + delta2 * f[p]) / 6;
    to[p] = value;
    change = double(value) - double(from[p]);
  }

  double square = change * change;
  for (int d = 16; d >= 1; d >>= 1) square += __shfl_down_sync(~0u, square, d);
  if (thread % 32 == 0) atomicAdd(&block_norm, square);
  __syncthreads();
  if (thread == 0) atomicAdd(&norms[s], block_norm);
}

int poisson_best(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                 real* u_old) {
  if (max_iterations == 0) return 0;
  if (N < 3) return tolerance < 0 ? max_iterations : 1;

  const dim3 threads(32, 4, 4);
  const dim3 blocks(parts(N - 2, 32), parts(N - 2, 4), parts(N - 2, 4));
  double* norms;
  CHECK(cudaMalloc(&norms, batch * sizeof(double)));

  real* generation[2] = {u, u_old};  // the values after t sweeps are in generation[t % 2]
  int done = 0;
  bool stop = false;
  while (!stop && done < max_iterations) {
    const int count = batch;
    CHECK(cudaMemset(norms, 0, batch * sizeof(double)));
    for (int s = 0; s < count; s++) {
      const int t = done + s;
      batch_kernel<<<blocks, threads>>>(N, delta2, f, generation[t % 2], generation[(t + 1) % 2],
                                        norms, s, tolerance);
      CHECK(cudaGetLastError());
    }

    double host[batch];
    CHECK(cudaMemcpy(host, norms, batch * sizeof(double), cudaMemcpyDeviceToHost));
    for (int s = 0; s < count && !stop && done < max_iterations; s++) {
      done++;
      stop = host[s] <= tolerance;
    }
  }

  if (done % 2 == 1)
    CHECK(cudaMemcpy(u, u_old, plane_size(N) * N * sizeof(real), cudaMemcpyDeviceToDevice));
  CHECK(cudaFree(norms));
  return done;
}
