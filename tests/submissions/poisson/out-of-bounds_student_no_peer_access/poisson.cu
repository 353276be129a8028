#include "poisson.h"

#include <cstdio>
#include <cstdlib>
#include <utility>

#define CE(x)                                                                        \
  do {                                                                               \
    cudaError_t err = (x);                                                           \
    if (err != cudaSuccess) {                                                        \
      fprintf(stderr, "%s (line %d)\n", cudaGetErrorString(err), __LINE__);          \
    }                                                                                \
  } while (0)

// sweeps one part; the plane below and the plane above may belong to the other device
__global__ void sweep_part(int N, int planes, real delta2, const real* f, const real* below, const real* old,
                           const real* above, real* neu) {
  int k = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
  int i = blockIdx.z;
  if (k > N - 2 || j > N - 2) return;
  size_t P = (size_t)N * N, p = (size_t)j * N + k, c = i * P + p;
  real lower = i == 0 ? below[p] : old[c - P];
  real upper = i == planes - 1 ? above[p] : old[c + P];
  neu[c] = (lower + upper + old[c - N] + old[c + N] + old[c - 1] + old[c + 1] + delta2 * f[c]) / 6;
}

void poisson_dual(int N, int iterations, real delta2, const real* f, real* u) {
  if (N < 3) return;
  if (N == 3) {  // one point
    if (iterations > 0) u[13] = (u[4] + u[22] + u[10] + u[16] + u[12] + u[14] + delta2 * f[13]) / 6;
    return;
  }
  int ndev = 1;
  CE(cudaGetDeviceCount(&ndev));
  const int dev[2] = {0, ndev > 1 ? 1 : 0};
  const size_t P = (size_t)N * N;
  const int planes[2] = {(N - 2) / 2, N - 2 - (N - 2) / 2};
  const size_t first[2] = {P, P * (1 + planes[0])};
  real *df[2], *da[2], *db[2], *wall[2];
  for (int d = 0; d < 2; d++) {
    CE(cudaSetDevice(dev[d]));
    size_t bytes = planes[d] * P * sizeof(real);
    CE(cudaMalloc(&df[d], bytes));
    CE(cudaMalloc(&da[d], bytes));
    CE(cudaMalloc(&db[d], bytes));
    CE(cudaMalloc(&wall[d], P * sizeof(real)));
    CE(cudaMemcpy(df[d], f + first[d], bytes, cudaMemcpyHostToDevice));
    CE(cudaMemcpy(da[d], u + first[d], bytes, cudaMemcpyHostToDevice));
    CE(cudaMemcpy(db[d], u + first[d], bytes, cudaMemcpyHostToDevice));
    CE(cudaMemcpy(wall[d], d == 0 ? u : u + (N - 1) * P, P * sizeof(real), cudaMemcpyHostToDevice));
  }
  dim3 threads(32, 8);
  for (int s = 0; s < iterations; s++) {
    for (int d = 0; d < 2; d++) {
      CE(cudaSetDevice(dev[d]));
      dim3 blocks((N - 2 + 31) / 32, (N - 2 + 7) / 8, planes[d]);
      const real* below = d == 0 ? wall[0] : da[0] + (planes[0] - 1) * P;
      const real* above = d == 0 ? da[1] : wall[1];
      sweep_part<<<blocks, threads>>>(N, planes[d], delta2, df[d], below, da[d], above, db[d]);
    }
    for (int d = 0; d < 2; d++) {
      CE(cudaSetDevice(dev[d]));
      CE(cudaDeviceSynchronize());
      std::swap(da[d], db[d]);
    }
  }
  for (int d = 0; d < 2; d++) {
    CE(cudaSetDevice(dev[d]));
    CE(cudaMemcpy(u + first[d], da[d], planes[d] * P * sizeof(real), cudaMemcpyDeviceToHost));
    CE(cudaFree(df[d]));
    CE(cudaFree(da[d]));
    CE(cudaFree(db[d]));
    CE(cudaFree(wall[d]));
  }
  CE(cudaSetDevice(0));
}
