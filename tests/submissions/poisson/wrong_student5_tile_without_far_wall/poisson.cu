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

constexpr int TX = 32;
constexpr int TY = 8;

// A block owns a column of 32 x 8 points and walks along i. The plane is in shared memory with a
// halo around it, the planes before and behind are in registers.
__global__ void column_kernel(int N, real delta2, const real* f, const real* from, real* to) {
  __shared__ real tile[TY + 2][TX + 2];
  const int tx = threadIdx.x + 1;
  const int ty = threadIdx.y + 1;
  const int k = blockIdx.x * TX + tx;
  const int j = blockIdx.y * TY + ty;
  const bool inner = j < N - 1 && k < N - 1;
  const bool load = inner;  // which points exist for us
  const long long plane = (long long)N * N;
  long long at = (long long)j * N + k;
  real below = 0;
  real mid = load ? from[at] : 0;
  real above = load ? from[at + plane] : 0;
  for (int i = 1; i < N - 1; ++i) {
    at += plane;
    below = mid;
    mid = above;
    above = load ? from[at + plane] : 0;
    __syncthreads();  // the last plane has been used
    tile[ty][tx] = mid;
    // the halo, no corners needed
    if (tx == 1 && j < N) tile[ty][0] = from[at - 1];
    if (tx == TX && j < N && k + 1 < N) tile[ty][TX + 1] = from[at + 1];
    if (ty == 1 && k < N) tile[0][tx] = from[at - N];
    if (ty == TY && k < N && j + 1 < N) tile[TY + 1][tx] = from[at + N];
    __syncthreads();
    if (inner) {
      real s = tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx];
      to[at] = (s + below + above + delta2 * f[at]) * (real(1) / 6);
    }
  }
}

// sum of the squares of a - b
__global__ void diff_kernel(long long count, const real* a, const real* b, double* result) {
  __shared__ double s[256];
  double mine = 0;
  for (long long e = (long long)blockIdx.x * 256 + threadIdx.x; e < count; e += 256LL * gridDim.x) {
    double d = (double)a[e] - (double)b[e];
    mine += d * d;
  }
  s[threadIdx.x] = mine;
  __syncthreads();
  for (int h = 128; h > 0; h /= 2) {
    if (threadIdx.x < h) s[threadIdx.x] += s[threadIdx.x + h];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(result, s[0]);
}

int poisson_best(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                 real* u_old) {
  if (N <= 2) return tolerance >= 0 && max_iterations > 0 ? 1 : max_iterations;
  int done = 0;
  const long long count = plane_size(N) * N;
  double* d_sum;
  CHECK(cudaMalloc(&d_sum, sizeof(double)));
  real* from = u;
  real* to = u_old;
  while (done < max_iterations) {
    column_kernel<<<dim3(parts(N - 2, TX), parts(N - 2, TY)), dim3(TX, TY)>>>(N, delta2, f, from, to);
    CHECK(cudaGetLastError());
    std::swap(from, to);
    ++done;
    if (tolerance < 0) continue;  // no norm needed
    double sum;
    CHECK(cudaMemset(d_sum, 0, sizeof(double)));
    diff_kernel<<<256, 256>>>(count, from, to, d_sum);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&sum, d_sum, sizeof(double), cudaMemcpyDeviceToHost));
    if (sum <= tolerance) break;
  }
  if (from != u) CHECK(cudaMemcpy(u, from, count * sizeof(real), cudaMemcpyDeviceToDevice));
  CHECK(cudaFree(d_sum));
  return done;
}
