// Grids that span several devices.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void sweep(float* u) {
  cg::multi_grid_group all = cg::this_multi_grid();  // REFUSED several devices
  all.sync();
}

__global__ void sweep_alone(float* u) {
  auto all = cooperative_groups::this_multi_grid();  // REFUSED several devices
  all.sync();
}

int main() {
  cudaLaunchParams each = {};
  cudaLaunchCooperativeKernelMultiDevice(&each, 1);  // REFUSED several devices
  return 0;
}
