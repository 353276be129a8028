// A barrier across the grid, or several grids.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__device__ void wait_for_all(cg::grid_group grid) { grid.sync(); }  // REFUSED grid

__global__ void sweep(float* u) {
  auto grid = cg::this_grid();  // REFUSED grid
  wait_for_all(grid);
  cg::multi_grid_group all = cg::this_multi_grid();  // REFUSED grid
  all.sync();
}

__global__ void sweep_alone(float* u) {
  auto all = cooperative_groups::this_multi_grid();  // REFUSED grid
  all.sync();
}

int main() {
  float* u;
  cudaMalloc(&u, 1024);
  void* arguments[] = {&u};
  cudaLaunchCooperativeKernel((void*)sweep, dim3(4), dim3(64), arguments);  // REFUSED cooperative
  cudaLaunchParams each = {};
  cudaLaunchCooperativeKernelMultiDevice(&each, 1);  // REFUSED cooperative
  return 0;
}
