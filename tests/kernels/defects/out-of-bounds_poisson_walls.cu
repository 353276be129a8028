// The walls are not left out: the first and last planes have no neighbor on one side.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void jacobi3d(int N, double delta2, const double* f, double* u, const double* u_old) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int i = blockIdx.z * blockDim.z + threadIdx.z;
  if (i >= N || j >= N || k >= N) return;
  int at = (i * N + j) * N + k;
  double sum = u_old[at - N * N] + u_old[at + N * N];  // FINDING out-of-bounds
  sum += u_old[at - N] + u_old[at + N];                // FINDING out-of-bounds
  sum += u_old[at - 1] + u_old[at + 1];                // FINDING out-of-bounds
  u[at] = (sum + delta2 * f[at]) / 6;
}

int main() {
  const int N = 10, size = N * N * N;
  static double h[size];
  double *f, *u, *u_old;
  cudaMalloc(&f, sizeof(h));
  cudaMalloc(&u, sizeof(h));
  cudaMalloc(&u_old, sizeof(h));
  cudaMemset(f, 0, sizeof(h));
  cudaMemset(u, 0, sizeof(h));
  cudaMemset(u_old, 0, sizeof(h));
  dim3 block(8, 4, 4), grid(2, 3, 3);
  jacobi3d<<<grid, block>>>(N, 0.01, f, u, u_old);
  cudaMemcpy(h, u, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", h[N * N + N + 1]);
  cudaFree(f);
  cudaFree(u);
  cudaFree(u_old);
  return 0;
}
