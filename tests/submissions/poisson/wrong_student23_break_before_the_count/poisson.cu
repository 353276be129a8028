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
  __shared__ double warp_sums[32];
  const int tid = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const int warps = (blockDim.x * blockDim.y * blockDim.z) / 32;
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xffffffffu, value, offset);
  if (tid % 32 == 0) warp_sums[tid / 32] = value;
  __syncthreads();
  if (tid < 32) {
    value = tid < warps ? warp_sums[tid] : 0.0;
    for (int offset = 16; offset > 0; offset /= 2)
      value += __shfl_down_sync(0xffffffffu, value, offset);
  }
  return value;
}

/// As sweep_kernel over the whole grid, and adds the squares of all changes to *norm.
__global__ void sweep_and_norm_kernel(int N, real delta2, const real* f, const real* u_old, real* u,
                                      double* norm) {
  const int k = 1 + blockIdx.x * blockDim.x + threadIdx.x;
  const int j = 1 + blockIdx.y * blockDim.y + threadIdx.y;
  const int i = 1 + blockIdx.z * blockDim.z + threadIdx.z;

  double diff = 0;
  if (i <= N - 2 && j <= N - 2 && k <= N - 2) {
    const long long NN = (long long)N * N;
    const long long p = i * NN + (long long)j * N + k;
    const real v = (u_old[p - 1] + u_old[p + 1] + u_old[p - N] + u_old[p + N] + u_old[p - NN] +
                    u_old[p + NN] + delta2 * f[p]) /
                   6;
    u[p] = v;
    diff = (double)v - (double)u_old[p];
  }

  const double total = block_sum(diff * diff);
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) atomicAdd(norm, total);
}

int poisson_norm(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                 real* u_old) {
  int done = 0;
  if (max_iterations == 0) return 0;
  if (N < 3) return tolerance >= 0 ? 1 : max_iterations;

  double* d_norm;
  CHECK(cudaMalloc(&d_norm, sizeof(double)));
  const dim3 block(32, 4, 4);
  const dim3 grid(parts(N - 2, 32), parts(N - 2, 4), parts(N - 2, 4));
  real* src = u_old;
  real* dst = u;
  while (done < max_iterations) {
    double h_norm = 0;
    CHECK(cudaMemset(d_norm, 0, sizeof(double)));
    sweep_and_norm_kernel<<<grid, block>>>(N, delta2, f, src, dst, d_norm);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&h_norm, d_norm, sizeof(double), cudaMemcpyDeviceToHost));
    std::swap(src, dst);  // src is the newest
    if (h_norm <= tolerance) break;
    done++;
  }
  if (src != u)
    CHECK(cudaMemcpy(u, src, plane_size(N) * N * sizeof(real), cudaMemcpyDeviceToDevice));
  CHECK(cudaFree(d_norm));
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

int poisson_best(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                 real* u_old) {
  int done = 0;
  // TODO(poisson.4): the leaderboard: the same numbers, within rounding. Task 1 already reads and
  // writes memory about as fast as the device can. To get past that, do several sweeps in one pass
  // over memory: a block that holds a tile of u with a rim of T points on each side can do T sweeps
  // of its middle. And stop after the same sweep as task 2: keep the norm of each of the T sweeps,
  // and when it was one in the middle of a pass, do that pass again with fewer sweeps. Waiting for
  // the norm in every pass costs, too.
  return done;
}
