// Lab "poisson": −Δu = f on a cube, by Jacobi's iteration on one GPU and on two. Read poisson.h
// first: it says what each function gets and promises. Search for TODO to find what is left to
// write, and after each step run
//     make grade LAB=poisson TASK=poisson_naive
#include "poisson.h"

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
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
  if (i > planes || j > N - 2 || k > N - 2) return;
  const long long n = N;
  const long long c = (i * n + j) * n + k;
  u[c] = (u_old[c - n * n] + u_old[c + n * n] + u_old[c - n] + u_old[c + n] + u_old[c - 1] +
          u_old[c + 1] + delta2 * f[c]) /
         6;
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

/// One device's part of the grid: `planes` planes of its own and one more on either side.
class Half {
 public:
  Half(int device, int N, int first, int planes, const real* host_f, const real* host_u)
      : device_(device), N_(N), first_(first), planes_(planes) {
    const std::size_t offset = first * plane_size(N);  // of the plane before our first one
    const std::size_t bytes = (planes + 2) * plane_size(N) * sizeof(real);
    use();
    for (real** array : {&f_, &old_, &new_}) CHECK(cudaMalloc(array, bytes));
    CHECK(cudaMemcpy(f_, host_f + offset, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(old_, host_u + offset, bytes, cudaMemcpyHostToDevice));
  }
  ~Half() {
    use();
    for (real* array : {f_, old_, new_}) cudaFree(array);
  }
  Half(const Half&) = delete;

  void sweep(real delta2) {
    if (planes_ == 0) return;
    use();
    const dim3 block(32, 4, 4);
    const dim3 grid(parts(N_ - 2, 32), parts(N_ - 2, 4), parts(planes_, 4));
    sweep_kernel<<<grid, block>>>(N_, planes_, delta2, f_, old_, new_);
    CHECK(cudaGetLastError());
  }
  void wait() {
    use();
    CHECK(cudaDeviceSynchronize());
  }
  /// Plane i of the new values, counted from the one before our first.
  real* plane(int i) { return new_ + i * plane_size(N_); }
  void send(int i, Half& other, int to) {
    CHECK(cudaMemcpyPeer(other.plane(to), other.device_, plane(i), device_,
                         plane_size(N_) * sizeof(real)));
  }
  void turn() { std::swap(old_, new_); }
  void download(real* host_u) {
    use();
    CHECK(cudaMemcpy(host_u + (first_ + 1) * plane_size(N_), old_ + plane_size(N_),
                     planes_ * plane_size(N_) * sizeof(real), cudaMemcpyDeviceToHost));
  }

 private:
  void use() { CHECK(cudaSetDevice(device_)); }

  int device_, N_, first_, planes_;
  real *f_ = nullptr, *old_ = nullptr, *new_ = nullptr;
};

void poisson_dual(int N, int iterations, real delta2, const real* f, real* u) {
  if (N < 3 || iterations == 0) return;
  int devices = 1;
  CHECK(cudaGetDeviceCount(&devices));
  const int lower_planes = (N - 2) / 2;
  const int upper_planes = N - 2 - lower_planes;
  {
    Half lower(0, N, 0, lower_planes, f, u);
    Half upper(devices > 1 ? 1 : 0, N, lower_planes, upper_planes, f, u);
    for (int sweep = 0; sweep < iterations; ++sweep) {
      lower.sweep(delta2);
      upper.sweep(delta2);
      lower.wait();
      upper.wait();
      lower.send(lower_planes, upper, 0);      // our last plane
      upper.send(1, lower, lower_planes + 1);  // their first one
      lower.wait();
      upper.wait();
      lower.turn();
      upper.turn();
    }
    lower.download(u);
    upper.download(u);
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
