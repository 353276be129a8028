// Blocks sweep over their rows, and some have one more: their last barrier is nobody else's.
//
// HANGS
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void sweep(int rows, float* v) {
  cg::grid_group grid = cg::this_grid();
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    v[row * blockDim.x + threadIdx.x] += 1;
    grid.sync();  // FINDING deadlock
  }
}

int main() {
  int rows = 10;
  float* v;
  cudaMalloc(&v, rows * 64 * sizeof(float));
  cudaMemset(v, 0, rows * 64 * sizeof(float));
  void* args[] = {&rows, &v};
  cudaLaunchCooperativeKernel((void*)sweep, dim3(4), dim3(64), args);
  cudaDeviceSynchronize();
  cudaFree(v);
  return 0;
}
