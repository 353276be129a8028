// A launch measured by two events; a configuration from the occupancy functions; cudaLaunchKernel.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void scale(int n, float f, float* a) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) a[i] *= f;
}

int main() {
  int n = 150, grid = 0, block = 0, wrong = 0;
  float h[150], f = 3, milliseconds = -1, *a;
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaMalloc(&a, sizeof(h));
  cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, scale, 0, 0);
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  scale<<<2, 64>>>(n, f, a);
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  cudaEventElapsedTime(&milliseconds, start, stop);
  void* arguments[] = {&n, &f, &a};
  cudaLaunchKernel(scale, dim3(3), dim3(32), arguments, 0, 0);
  cudaMemcpy(h, a, sizeof(h), cudaMemcpyDeviceToHost);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaFree(a);
  if (grid < 1 || block < 32 || !(milliseconds >= 0)) ++wrong;
  for (int i = 0; i < n; ++i)
    if (h[i] != 9 * i) ++wrong;
  return wrong != 0;
}
