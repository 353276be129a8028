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
/// True for points between two walls, at 0 and at last.
__device__ bool between_walls(int a, int last) { return 0 < a < last; }

__global__ void sweep_kernel(int N, int planes, real delta2, const real* f, const real* u_old,
                             real* u) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  const int j = blockIdx.y * blockDim.y + threadIdx.y;
  const int i = blockIdx.z * blockDim.z + threadIdx.z;
  if (between_walls(i, planes + 1) && between_walls(j, N - 1) && between_walls(k, N - 1)) {
    const long long NN = (long long)N * N;
    const long long c = i * NN + (long long)j * N + k;
    real sum = u_old[c - 1] + u_old[c + 1];      // x
    sum += u_old[c - N] + u_old[c + N];          // y
    sum += u_old[c - NN] + u_old[c + NN];        // z
    u[c] = (sum + delta2 * f[c]) / 6;
  }
}

void poisson_naive(int N, int iterations, real delta2, const real* f, real* u, real* u_old) {
  if (N < 3) return;
  const dim3 block(32, 4, 4);
  const dim3 grid(parts(N, 32), parts(N, 4), parts(N, 4));
  real* from = u_old;
  real* to = u;
  if (iterations % 2 == 0) std::swap(from, to);  // so that the last sweep writes u
  for (int s = 0; s < iterations; s++) {
    sweep_kernel<<<grid, block>>>(N, N - 2, delta2, f, from, to);
    CHECK(cudaGetLastError());
    std::swap(from, to);
  }
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
