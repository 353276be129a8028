// Sweeps until the sum of the squared changes is small: shuffles within a warp, shared memory
// between the warps, one atomic a block.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sweep(int N, double* u, const double* u_old, double* norm) {
  __shared__ double of_warp[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  double change = 0;
  if (i < N * N) {
    const int x = i % N, y = i / N;
    if (x > 0 && y > 0 && x < N - 1 && y < N - 1) {
      u[i] = (u_old[i - N] + u_old[i + N] + u_old[i - 1] + u_old[i + 1]) / 4;
      change = (u[i] - u_old[i]) * (u[i] - u_old[i]);
    }
  }
  for (int k = 16; k > 0; k /= 2) change += __shfl_down_sync(0xffffffffu, change, k);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = change;
  __syncthreads();
  if (threadIdx.x < 32) {
    change = threadIdx.x < blockDim.x / 32 ? of_warp[threadIdx.x] : 0;
    for (int k = 16; k > 0; k /= 2) change += __shfl_down_sync(0xffffffffu, change, k);
    if (threadIdx.x == 0) atomicAdd(norm, change);
  }
}

int main() {
  const int N = 20;
  static double h[N * N];
  for (int i = 0; i < N * N; ++i) h[i] = i < N ? 20 : 0;
  double *u[2], *norm, changed = 1;
  for (int i = 0; i < 2; ++i) {
    cudaMalloc(&u[i], sizeof(h));
    cudaMemcpy(u[i], h, sizeof(h), cudaMemcpyHostToDevice);
  }
  cudaMalloc(&norm, sizeof(double));
  int s = 0;
  for (; s < 1000 && changed > 1e-3; ++s) {
    cudaMemset(norm, 0, sizeof(double));
    sweep<<<(N * N + 127) / 128, 128>>>(N, u[(s + 1) % 2], u[s % 2], norm);
    cudaMemcpy(&changed, norm, sizeof(double), cudaMemcpyDeviceToHost);
  }
  for (int i = 0; i < 2; ++i) cudaFree(u[i]);
  cudaFree(norm);
  return s < 10 || s >= 1000;
}
