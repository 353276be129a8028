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
  const int k = blockIdx.x * blockDim.x + threadIdx.x + 1;
  const int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
  const int i = blockIdx.z * blockDim.z + threadIdx.z + 1;
  if (k > N - 2 || j > N - 2 || i > planes) return;
  const long long dj = N, di = (long long)N * N;
  const long long p = i * di + j * dj + k;
  const real sum = u_old[p - 1] + u_old[p + 1]      // left, right
                   + u_old[p - dj] + u_old[p + dj]  // front, back
                   + u_old[p - di] + u_old[p + di]; // below, above
  u[p] = (sum + delta2 * f[p]) / 6;
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

namespace {

struct Half {
  int device = 0;
  int planes = 0;       // to compute
  long long first = 0;  // the plane of the whole grid that is this half's plane 0
  real* f = nullptr;
  real* now = nullptr;
  real* next = nullptr;
  cudaStream_t stream = nullptr;
};

}  // namespace

void poisson_dual(int N, int iterations, real delta2, const real* f, real* u) {
  if (N < 3) return;
  int devices = 1;
  CHECK(cudaGetDeviceCount(&devices));

  Half halves[2];
  halves[0].planes = (N - 2) / 2;
  halves[1].planes = N - 2 - halves[0].planes;
  halves[1].first = halves[0].planes;
  halves[1].device = devices > 1 ? 1 : 0;

  // 1. memory, and what is in it
  const long long plane = plane_size(N);
  for (Half& half : halves) {
    CHECK(cudaSetDevice(half.device));
    const std::size_t bytes = (half.planes + 2) * plane * sizeof(real);
    CHECK(cudaMalloc(&half.f, bytes));
    CHECK(cudaMalloc(&half.now, bytes));
    CHECK(cudaMalloc(&half.next, bytes));
    CHECK(cudaMemcpy(half.f, f + half.first * plane, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(half.now, u + half.first * plane, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(half.next, u + half.first * plane, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaDeviceSynchronize());
  }

  // 2. a stream for each half
  CHECK(cudaSetDevice(0));
  for (Half& half : halves) CHECK(cudaStreamCreate(&half.stream));

  // 3. sweeps
  const dim3 block(32, 4, 4);
  for (int sweep = 0; sweep < iterations; ++sweep) {
    for (Half& half : halves) {
      if (half.planes == 0) continue;
      CHECK(cudaSetDevice(half.device));
      const dim3 grid(parts(N - 2, 32), parts(N - 2, 4), parts(half.planes, 4));
      sweep_kernel<<<grid, block, 0, half.stream>>>(N, half.planes, delta2, half.f, half.now,
                                                    half.next);
      CHECK(cudaGetLastError());
    }
    for (Half& half : halves) {
      CHECK(cudaStreamSynchronize(half.stream));
      std::swap(half.now, half.next);
    }
    // the faces
    Half& low = halves[0];
    Half& high = halves[1];
    CHECK(cudaSetDevice(low.device));
    CHECK(cudaMemcpyAsync(high.now, low.now + low.planes * plane, plane * sizeof(real),
                          cudaMemcpyDefault, low.stream));
    CHECK(cudaSetDevice(high.device));
    CHECK(cudaMemcpyAsync(low.now + (low.planes + 1) * plane, high.now + plane,
                          plane * sizeof(real), cudaMemcpyDefault, high.stream));
    for (Half& half : halves) CHECK(cudaStreamSynchronize(half.stream));
  }

  // 4. results, without the faces
  for (Half& half : halves) {
    CHECK(cudaSetDevice(half.device));
    if (half.planes > 0)
      CHECK(cudaMemcpy(u + (half.first + 1) * plane, half.now + plane,
                       half.planes * plane * sizeof(real), cudaMemcpyDeviceToHost));
    CHECK(cudaStreamDestroy(half.stream));
    CHECK(cudaFree(half.f));
    CHECK(cudaFree(half.now));
    CHECK(cudaFree(half.next));
  }
  CHECK(cudaSetDevice(0));
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
