// Blocks of a cluster read and write each other's shared memory between barriers of the cluster.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(4, 1, 1) ring(int rounds, int* out) {
  __shared__ int box[2][64];
  cg::cluster_group cluster = cg::this_cluster();
  const unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();
  box[0][threadIdx.x] = cluster.thread_rank();
  cluster.sync();
  for (int k = 0; k < rounds; ++k) {
    cluster.map_shared_rank(box[(k + 1) % 2], next)[threadIdx.x] = box[k % 2][threadIdx.x] + 1;
    cluster.sync();
  }
  out[blockIdx.x * 64 + threadIdx.x] = box[rounds % 2][63 - threadIdx.x];
}

int main() {
  int* out;
  cudaMallocManaged(&out, 8 * 64 * sizeof(int));
  ring<<<8, 64>>>(5, out);
  cudaDeviceSynchronize();
  printf("%d\n", out[0]);
  cudaFree(out);
  return 0;
}
