#include "poisson.h"

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <utility>

#define CUDA(call)                                                                   \
  do {                                                                               \
    const cudaError_t status = (call);                                               \
    if (status != cudaSuccess) {                                                     \
      std::fprintf(stderr, "%d: %s: %s\n", __LINE__, #call, cudaGetErrorString(status)); \
      std::abort();                                                                  \
    }                                                                                \
  } while (0)

void poisson_naive(int N, int iterations, real delta2, const real* f, real* u, real* u_old) {}

int poisson_norm(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                 real* u_old) {
  return 0;
}

// `count` planes of the grid, with one more below (plane 0) and above (plane count + 1).
struct Part {
  int device;
  int begin;  // which plane of the grid is our plane 0
  int count;
  std::size_t plane;  // elements
  real *f, *now, *next;

  void create(const real* host_f, const real* host_u) {
    const std::size_t bytes = (count + 2) * plane * sizeof(real);
    CUDA(cudaSetDevice(device));
    CUDA(cudaMalloc(&f, bytes));
    CUDA(cudaMalloc(&now, bytes));
    CUDA(cudaMalloc(&next, bytes));
    CUDA(cudaMemcpy(f, host_f + begin * plane, bytes, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(now, host_u + begin * plane, bytes, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(next, host_u + begin * plane, bytes, cudaMemcpyHostToDevice));
  }
  void finish(real* host_u) {
    CUDA(cudaSetDevice(device));
    CUDA(cudaMemcpy(host_u + (begin + 1) * plane, now + plane, count * plane * sizeof(real),
                    cudaMemcpyDeviceToHost));
    CUDA(cudaFree(f));
    CUDA(cudaFree(now));
    CUDA(cudaFree(next));
  }
  void wait() const {
    CUDA(cudaSetDevice(device));
    CUDA(cudaDeviceSynchronize());
  }
};

__global__ void part_sweep(int N, int count, real delta2, const real* f, const real* now,
                           real* next) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x + 1;
  const int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (k > N - 2 || j > N - 2) return;
  const long long plane = (long long)N * N;
  // each thread walks up through all planes
  long long p = plane + (long long)j * N + k;
  for (int i = 1; i <= count; ++i, p += plane) {
    next[p] = (now[p - 1] + now[p + 1] + now[p - N] + now[p + N] + now[p - plane] + now[p + plane] +
               delta2 * f[p]) / 6;
  }
}

// The planes that were just computed (in next) at the cut, to the other part.
static void exchange(Part& lower, Part& upper) {
  const std::size_t plane = lower.plane, bytes = plane * sizeof(real);
  CUDA(cudaMemcpy(upper.next, lower.next + lower.count * plane, bytes, cudaMemcpyDefault));
  CUDA(cudaMemcpy(lower.next + (lower.count + 1) * plane, upper.next + plane, bytes,
                  cudaMemcpyDefault));
}

void poisson_dual(int N, int iterations, real delta2, const real* f, real* u) {
  if (N < 3) return;
  int devices = 0;
  CUDA(cudaGetDeviceCount(&devices));

  const std::size_t plane = (std::size_t)N * N;
  const int lower_count = (N - 2 + 1) / 2, upper_count = N - 2 - lower_count;
  Part parts[2] = {{0, 0, lower_count, plane, nullptr, nullptr, nullptr},
                   {devices > 1 ? 1 : 0, lower_count, upper_count, plane, nullptr, nullptr, nullptr}};
  const int used = upper_count > 0 ? 2 : 1;

  for (int p = 0; p < used; ++p) parts[p].create(f, u);

  const dim3 block(32, 8);
  const dim3 grid((N - 2 + 31) / 32, (N - 2 + 7) / 8);
  for (int it = 0; it < iterations; ++it) {
    for (int p = 0; p < used; ++p) {
      Part& part = parts[p];
      CUDA(cudaSetDevice(part.device));
      part_sweep<<<grid, block>>>(N, part.count, delta2, part.f, part.now, part.next);
      CUDA(cudaGetLastError());
    }
    for (int p = 0; p < used; ++p) parts[p].wait();
    for (int p = 0; p < used; ++p) std::swap(parts[p].now, parts[p].next);
    if (used == 2) exchange(parts[0], parts[1]);
    for (int p = 0; p < used; ++p) parts[p].wait();
  }

  for (int p = 0; p < used; ++p) parts[p].finish(u);
  CUDA(cudaSetDevice(0));
}

int poisson_best(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                 real* u_old) {
  return 0;
}
