// 8·1·128 threads are no more than 1024, but a block may be 64 deep at most.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int nx, int nz, float* p) { p[threadIdx.z * nx + threadIdx.x] = 1; }

int main() {
  const int nx = 8, nz = 128;
  static float h[nx * nz];
  float* p;
  cudaMalloc(&p, sizeof(h));
  cudaMemset(p, 0, sizeof(h));
  fill<<<1, dim3(nx, 1, nz)>>>(nx, nz, p);  // FINDING api-error
  cudaDeviceSynchronize();
  cudaMemcpy(h, p, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", h[0]);
  cudaFree(p);
  return 0;
}
