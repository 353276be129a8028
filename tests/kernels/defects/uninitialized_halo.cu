// The new field is allocated and its interior written; in the second sweep its walls are read.
#include <cuda_runtime.h>

#include <cstdio>
#include <utility>

__global__ void sweep(int N, const double* from, double* to) {
  int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int i = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (i >= N - 1 || j >= N - 1) return;
  double vertical = from[(i - 1) * N + j] + from[(i + 1) * N + j];  // FINDING uninitialized
  double horizontal = from[i * N + j - 1] + from[i * N + j + 1];    // FINDING uninitialized
  to[i * N + j] = (vertical + horizontal) / 4;
}

int main() {
  const int N = 24;
  static double h[N * N];
  for (int i = 0; i < N * N; ++i) h[i] = i < N ? 20 : 0;
  double *u, *u_new;
  cudaMalloc(&u, sizeof(h));
  cudaMalloc(&u_new, sizeof(h));
  cudaMemcpy(u, h, sizeof(h), cudaMemcpyHostToDevice);
  dim3 block(8, 8), grid(3, 3);
  for (int sweeps = 0; sweeps < 3; ++sweeps) {
    sweep<<<grid, block>>>(N, u, u_new);
    std::swap(u, u_new);
  }
  cudaDeviceSynchronize();
  cudaFree(u);
  cudaFree(u_new);
  printf("done\n");
  return 0;
}
