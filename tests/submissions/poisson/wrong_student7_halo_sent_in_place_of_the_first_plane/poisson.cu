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

// Task 3: two devices.

__global__ void half_sweep(int N, int planes, real delta2, const real* f, const real* u, real* v) {
  const int k = 1 + blockIdx.x * blockDim.x + threadIdx.x;
  const int j = 1 + blockIdx.y * blockDim.y + threadIdx.y;
  if (k > N - 2 || j > N - 2) return;
  const size_t plane = (size_t)N * N;
  for (int i = 1; i <= planes; ++i) {
    const size_t c = i * plane + (size_t)j * N + k;
    v[c] = (u[c - plane] + u[c + plane] + u[c - N] + u[c + N] + u[c - 1] + u[c + 1] + delta2 * f[c]) / 6;
  }
}

struct Part {
  int dev, first, planes;   // array plane 0 is plane `first` of the grid
  real *f, *cur, *next;
};

void poisson_dual(int N, int iterations, real delta2, const real* f, real* u) {
  if (N < 3) return;
  int ndev = 1;
  CHECK(cudaGetDeviceCount(&ndev));
  const size_t plane = (size_t)N * N;
  const size_t planeBytes = plane * sizeof(real);
  Part part[2];
  part[0].dev = 0;
  part[0].first = 0;
  part[0].planes = (N - 2) / 2;
  part[1].dev = ndev > 1 ? 1 : 0;
  part[1].first = part[0].planes;
  part[1].planes = N - 2 - part[0].planes;
  for (Part& p : part) {
    CHECK(cudaSetDevice(p.dev));
    const size_t bytes = (p.planes + 2) * planeBytes;
    CHECK(cudaMalloc(&p.f, bytes));
    CHECK(cudaMalloc(&p.cur, bytes));
    CHECK(cudaMalloc(&p.next, bytes));
    CHECK(cudaMemcpy(p.f, f + p.first * plane, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(p.cur, u + p.first * plane, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(p.next, u + p.first * plane, bytes, cudaMemcpyHostToDevice));
  }
  const dim3 bl(32, 8), gr((N - 2 + 31) / 32, (N - 2 + 7) / 8);
  for (int s = 0; s < iterations; ++s) {
    for (Part& p : part) {
      CHECK(cudaSetDevice(p.dev));
      half_sweep<<<gr, bl>>>(N, p.planes, delta2, p.f, p.cur, p.next);
      CHECK(cudaGetLastError());
    }
    for (Part& p : part) {
      CHECK(cudaSetDevice(p.dev));
      CHECK(cudaDeviceSynchronize());
    }
    if (part[0].planes > 0) {
      // last computed plane of the lower half -> plane 0 of the upper half
      CHECK(cudaMemcpyPeer(part[1].next, part[1].dev, part[0].next + part[0].planes * plane, part[0].dev, planeBytes));
      // first computed plane of the upper half -> last plane of the lower half
      CHECK(cudaMemcpyPeer(part[0].next + (part[0].planes + 1) * plane, part[0].dev, part[1].next, part[1].dev, planeBytes));
    }
    for (Part& p : part) {
      CHECK(cudaSetDevice(p.dev));
      CHECK(cudaDeviceSynchronize());
      std::swap(p.cur, p.next);
    }
  }
  for (Part& p : part) {
    CHECK(cudaSetDevice(p.dev));
    if (p.planes > 0)
      CHECK(cudaMemcpy(u + (p.first + 1) * plane, p.cur + plane, p.planes * planeBytes, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(p.f));
    CHECK(cudaFree(p.cur));
    CHECK(cudaFree(p.next));
  }
  CHECK(cudaSetDevice(0));
}
