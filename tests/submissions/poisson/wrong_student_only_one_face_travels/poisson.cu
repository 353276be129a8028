#include "poisson.h"

#include <cstdio>
#include <cstdlib>
#include <utility>

#define CE(x)                                                                        \
  do {                                                                               \
    cudaError_t err = (x);                                                           \
    if (err != cudaSuccess) {                                                        \
      fprintf(stderr, "%s (line %d)\n", cudaGetErrorString(err), __LINE__);          \
      exit(EXIT_FAILURE);                                                            \
    }                                                                                \
  } while (0)

// sweeps the planes 1 .. planes of arrays that have one plane more on both sides
__global__ void sweep_part(int N, int planes, real delta2, const real* f, const real* old, real* neu) {
  int k = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
  int i = blockIdx.z + 1;
  if (k > N - 2 || j > N - 2 || i > planes) return;
  size_t P = (size_t)N * N, c = i * P + (size_t)j * N + k;
  neu[c] = (old[c - P] + old[c + P] + old[c - N] + old[c + N] + old[c - 1] + old[c + 1] + delta2 * f[c]) / 6;
}

void poisson_dual(int N, int iterations, real delta2, const real* f, real* u) {
  if (N < 3) return;
  int ndev = 1;
  CE(cudaGetDeviceCount(&ndev));
  const int dev[2] = {0, ndev > 1 ? 1 : 0};
  const size_t P = (size_t)N * N;
  const int top = (N - 2) / 2, bot = N - 2 - top;
  const int planes[2] = {top, bot};
  const size_t offset[2] = {0, top * P};
  real *df[2], *da[2], *db[2];
  for (int d = 0; d < 2; d++) {
    CE(cudaSetDevice(dev[d]));
    size_t bytes = (planes[d] + 2) * P * sizeof(real);
    CE(cudaMalloc(&df[d], bytes));
    CE(cudaMalloc(&da[d], bytes));
    CE(cudaMalloc(&db[d], bytes));
    CE(cudaMemcpy(df[d], f + offset[d], bytes, cudaMemcpyHostToDevice));
    CE(cudaMemcpy(da[d], u + offset[d], bytes, cudaMemcpyHostToDevice));
    CE(cudaMemcpy(db[d], u + offset[d], bytes, cudaMemcpyHostToDevice));
  }
  dim3 threads(32, 8);
  for (int s = 0; s < iterations; s++) {
    for (int d = 0; d < 2; d++) {
      if (planes[d] == 0) continue;
      CE(cudaSetDevice(dev[d]));
      dim3 blocks((N - 2 + 31) / 32, (N - 2 + 7) / 8, planes[d]);
      sweep_part<<<blocks, threads>>>(N, planes[d], delta2, df[d], da[d], db[d]);
      CE(cudaGetLastError());
    }
    for (int d = 0; d < 2; d++) {
      CE(cudaSetDevice(dev[d]));
      CE(cudaDeviceSynchronize());
    }
    // exchange the faces
    CE(cudaMemcpyPeer(db[1], dev[1], db[0] + top * P, dev[0], P * sizeof(real)));
    CE(cudaSetDevice(dev[0]));
    CE(cudaDeviceSynchronize());
    CE(cudaSetDevice(dev[1]));
    CE(cudaDeviceSynchronize());
    for (int d = 0; d < 2; d++) std::swap(da[d], db[d]);
  }
  for (int d = 0; d < 2; d++) {
    CE(cudaSetDevice(dev[d]));
    CE(cudaMemcpy(u + offset[d] + P, da[d] + P, planes[d] * P * sizeof(real), cudaMemcpyDeviceToHost));
    CE(cudaFree(df[d]));
    CE(cudaFree(da[d]));
    CE(cudaFree(db[d]));
  }
  CE(cudaSetDevice(0));
}
