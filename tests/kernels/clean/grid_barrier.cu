// Four blocks, which fit on any device, meet between sweeps at a barrier made of atomics and
// fences.
#include <cuda_runtime.h>

#include <cstdio>

__device__ void wait_for_grid(unsigned* arrived, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(arrived, 1u);
    while (atomicAdd(arrived, 0u) < goal) {
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void sweeps(int n, int count, float* u, float* v, unsigned* arrived) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int s = 0; s < count; ++s) {
    if (i > 0 && i < n - 1) v[i] = 0.5f * (u[i - 1] + u[i + 1]);
    wait_for_grid(arrived, (s + 1) * gridDim.x);
    float* swap = u;
    u = v;
    v = swap;
  }
}

int main() {
  const int n = 120, count = 6;
  static float h[2][n], r[n];
  for (int i = 0; i < n; ++i) h[0][i] = h[1][i] = 64 * (i % 7);
  float *u, *v;
  unsigned* arrived;
  cudaMalloc(&u, sizeof(r));
  cudaMalloc(&v, sizeof(r));
  cudaMalloc(&arrived, sizeof(unsigned));
  cudaMemcpy(u, h[0], sizeof(r), cudaMemcpyHostToDevice);
  cudaMemcpy(v, h[0], sizeof(r), cudaMemcpyHostToDevice);
  cudaMemset(arrived, 0, sizeof(unsigned));
  sweeps<<<4, 32>>>(n, count, u, v, arrived);
  cudaMemcpy(r, u, sizeof(r), cudaMemcpyDeviceToHost);
  cudaFree(u);
  cudaFree(v);
  cudaFree(arrived);
  for (int s = 0; s < count; ++s)
    for (int i = 1; i < n - 1; ++i) h[(s + 1) % 2][i] = 0.5f * (h[s % 2][i - 1] + h[s % 2][i + 1]);
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    if (r[i] != h[0][i]) ++wrong;
  return wrong != 0;
}
