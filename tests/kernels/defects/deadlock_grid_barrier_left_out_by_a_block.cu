// A block without work leaves before the grid's barrier: the others wait for it for ever.
//
// HANGS
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void scale_and_shift(int n, float* v) {
  cg::grid_group grid = cg::this_grid();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  v[i] *= 2;
  grid.sync();  // FINDING deadlock
  v[n - 1 - i] += 1;
}

int main() {
  int n = 256;
  float* v;
  cudaMalloc(&v, n * sizeof(float));
  cudaMemset(v, 0, n * sizeof(float));
  void* args[] = {&n, &v};
  cudaLaunchCooperativeKernel((void*)scale_and_shift, dim3(3), dim3(128), args);
  cudaDeviceSynchronize();
  cudaFree(v);
  return 0;
}
