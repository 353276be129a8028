#include "poisson.h"

#include <cuda_runtime.h>

#include <cstddef>
#include <utility>

struct Half {
  int device;
  int begin;   // the plane of the whole grid that is plane 0 here
  int planes;  // how many planes are computed: 1 ... planes
  real *f, *now, *next;
};

__global__ void sweep(int N, int planes, real delta2, const real* f, const real* u, real* v) {
  const long long inner = N - 2;
  const long long id = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (id >= planes * inner * inner) return;
  const long long k = 1 + id % inner;
  const long long j = 1 + id / inner % inner;
  const long long i = 1 + id / (inner * inner);

  const long long p = (i * N + j) * N + k;
  const long long up = (long long)N * N;
  v[p] = (u[p - 1] + u[p + 1] + u[p - N] + u[p + N] + u[p - up] + u[p + up] + delta2 * f[p]) / 6;
}

static void wait(const Half* half) {
  for (int d = 0; d < 2; d++) {
    cudaSetDevice(half[d].device);
    cudaDeviceSynchronize();
  }
}

void poisson_dual(int N, int iterations, real delta2, const real* f, real* u) {
  if (N < 3) return;
  const size_t plane = (size_t)N * N;
  int devices;
  cudaGetDeviceCount(&devices);

  Half half[2];
  half[0].device = 0;
  half[0].begin = 0;
  half[0].planes = (N - 1) / 2;
  half[1].device = 0;
  half[1].begin = half[0].planes;
  half[1].planes = N - 2 - half[0].planes;

  // memory on both devices
  for (int d = 0; d < 2; d++) {
    Half& h = half[d];
    const size_t bytes = (h.planes + 2) * plane * sizeof(real);
    cudaSetDevice(h.device);
    cudaMalloc(&h.f, bytes);
    cudaMalloc(&h.now, bytes);
    cudaMalloc(&h.next, bytes);
    cudaMemcpy(h.f, f + h.begin * plane, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(h.now, u + h.begin * plane, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(h.next, u + h.begin * plane, bytes, cudaMemcpyHostToDevice);
  }

  for (int s = 0; s < iterations; s++) {
    for (int d = 0; d < 2; d++) {
      Half& h = half[d];
      cudaSetDevice(h.device);
      const long long points = (long long)h.planes * (N - 2) * (N - 2);
      if (points > 0)
        sweep<<<(unsigned)((points + 255) / 256), 256>>>(N, h.planes, delta2, h.f, h.now, h.next);
      std::swap(h.now, h.next);
    }
    wait(half);

    // the faces: last plane of 0 -> before the first of 1, first plane of 1 -> behind the last of 0
    Half &a = half[0], &b = half[1];
    cudaMemcpyPeer(b.now, b.device, a.now + a.planes * plane, a.device, plane * sizeof(real));
    cudaMemcpyPeer(a.now + (a.planes + 1) * plane, a.device, b.now + plane, b.device, plane * sizeof(real));
    wait(half);
  }

  for (int d = 0; d < 2; d++) {
    Half& h = half[d];
    cudaSetDevice(h.device);
    cudaMemcpy(u + (h.begin + 1) * plane, h.now + plane, h.planes * plane * sizeof(real), cudaMemcpyDeviceToHost);
    cudaFree(h.f);
    cudaFree(h.now);
    cudaFree(h.next);
  }
  cudaSetDevice(0);
}

void poisson_naive(int N, int iterations, real delta2, const real* f, real* u, real* u_old) {}

int poisson_norm(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u, real* u_old) {
  return 0;
}

int poisson_best(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u, real* u_old) {
  return 0;
}
