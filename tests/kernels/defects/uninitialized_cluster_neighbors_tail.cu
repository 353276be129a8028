// Only the first half of each block's array is set, and the neighbor reads all of it.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) exchange(int* out) {
  __shared__ int part[64];
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x < 32) part[threadIdx.x] = threadIdx.x;
  cluster.sync();
  out[blockIdx.x * 64 + threadIdx.x] = cluster.map_shared_rank(
      part, cluster.block_rank() ^ 1)[threadIdx.x];  // FINDING uninitialized
  cluster.sync();
}

int main() {
  int* out;
  cudaMalloc(&out, 128 * sizeof(int));
  exchange<<<2, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
