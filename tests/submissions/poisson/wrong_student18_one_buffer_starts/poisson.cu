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
#define CHECK(call) check((call), #call, __FILE__, __LINE__)

inline int parts(int whole, int part) { return whole / part + (whole % part != 0 ? 1 : 0); }

inline std::size_t plane_size(int N) { return static_cast<std::size_t>(N) * N; }

__global__ void sweep_kernel(int N, int planes, real delta2, const real* f, const real* u_old,
                             real* u) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x + 1;
  const int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
  const int i = blockIdx.z * blockDim.z + threadIdx.z + 1;
  if (k >= N - 1 || j >= N - 1 || i > planes) return;
  const long long NN = static_cast<long long>(N) * N;
  const long long c = i * NN + static_cast<long long>(j) * N + k;
  u[c] = (u_old[c - NN] + u_old[c + NN] + u_old[c - N] + u_old[c + N] + u_old[c - 1] +
          u_old[c + 1] + delta2 * f[c]) / 6;
}

void poisson_naive(int, int, real, const real*, real*, real*) {}
int poisson_norm(int, int, real, real, const real*, real*, real*) { return 0; }

// Task 3: two devices.

/// What one device has: the planes first + 1 … first + planes of the grid are its own, `first` and
/// first + planes + 1 are walls or belong to the other one.
struct Half {
  int device = 0;
  int first = 0;
  int planes = 0;
  real* f = nullptr;
  real* now = nullptr;
  real* next = nullptr;
};

static void create(Half& h, int N, const real* f, const real* u) {
  const std::size_t offset = h.first * plane_size(N);
  const std::size_t bytes = (h.planes + 2) * plane_size(N) * sizeof(real);
  CHECK(cudaSetDevice(h.device));
  CHECK(cudaMalloc(&h.f, bytes));
  CHECK(cudaMalloc(&h.now, bytes));
  CHECK(cudaMalloc(&h.next, bytes));
  CHECK(cudaMemcpy(h.f, f + offset, bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(h.now, u + offset, bytes, cudaMemcpyHostToDevice));
}

static void launch(const Half& h, int N, real delta2) {
  if (h.planes == 0) return;
  CHECK(cudaSetDevice(h.device));
  const dim3 block(32, 4, 4);
  const dim3 grid(parts(N - 2, 32), parts(N - 2, 4), parts(h.planes, 4));
  sweep_kernel<<<grid, block>>>(N, h.planes, delta2, h.f, h.now, h.next);
  CHECK(cudaGetLastError());
}

static void wait(const Half& h) {
  CHECK(cudaSetDevice(h.device));
  CHECK(cudaDeviceSynchronize());
}

static void destroy(Half& h) {
  CHECK(cudaSetDevice(h.device));
  CHECK(cudaFree(h.f));
  CHECK(cudaFree(h.now));
  CHECK(cudaFree(h.next));
}

void poisson_dual(int N, int iterations, real delta2, const real* f, real* u) {
  if (N < 3 || iterations == 0) return;
  int devices = 0;
  CHECK(cudaGetDeviceCount(&devices));

  Half low, high;
  low.planes = (N - 2) - (N - 2) / 2;
  high.planes = (N - 2) / 2;
  high.first = low.planes;
  high.device = devices > 1 ? 1 : 0;

  create(low, N, f, u);
  create(high, N, f, u);

  const std::size_t plane = plane_size(N);
  const std::size_t face = plane * sizeof(real);
  for (int sweep = 0; sweep < iterations; ++sweep) {
    launch(low, N, delta2);
    launch(high, N, delta2);
    wait(low);
    wait(high);
    // The last plane of the lower half goes below the upper half, whose first one goes above it.
    CHECK(cudaMemcpyPeer(high.next, high.device, low.next + low.planes * plane, low.device, face));
    CHECK(cudaMemcpyPeer(low.next + (low.planes + 1) * plane, low.device, high.next + plane,
                         high.device, face));
    wait(low);
    wait(high);
    std::swap(low.now, low.next);
    std::swap(high.now, high.next);
  }

  // Own planes only.
  for (const Half* h : {&low, &high}) {
    CHECK(cudaSetDevice(h->device));
    CHECK(cudaMemcpy(u + (h->first + 1) * plane, h->now + plane, h->planes * face,
                     cudaMemcpyDeviceToHost));
  }

  destroy(low);
  destroy(high);
  CHECK(cudaSetDevice(0));
}

int poisson_best(int, int, real, real, const real*, real*, real*) { return 0; }
