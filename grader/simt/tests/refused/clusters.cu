// Thread block clusters.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) exchange(int* out) {  // REFUSED clusters
  __shared__ int mine;
  mine = blockIdx.x;
  cg::cluster_group cluster = cg::this_cluster();  // REFUSED clusters
  cluster.sync();
  out[blockIdx.x] = *cluster.map_shared_rank(&mine, 1);
}

__global__ void again(int* out) {
  auto cluster = cg::this_cluster();  // REFUSED clusters
  cluster.sync();
}

int main() {
  int* out;
  cudaMalloc(&out, 64);
  cudaLaunchConfig_t config = {};
  void* arguments[] = {&out};
  cudaLaunchKernelEx(&config, exchange, out);                      // REFUSED clusters
  cudaLaunchKernelExC(&config, (const void*)exchange, arguments);  // REFUSED clusters
  return 0;
}
