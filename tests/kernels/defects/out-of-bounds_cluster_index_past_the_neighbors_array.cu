// The index of the whole cluster used in the array of one block.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) gather(int* out) {
  __shared__ int part[64];
  cg::cluster_group cluster = cg::this_cluster();
  part[threadIdx.x] = cluster.thread_rank();
  cluster.sync();
  const unsigned from = cluster.num_threads() - 1 - cluster.thread_rank();
  out[blockIdx.x * 64 + threadIdx.x] =
      cluster.map_shared_rank(part, from / 64)[from];  // FINDING out-of-bounds
  cluster.sync();
}

int main() {
  int* out;
  cudaMalloc(&out, 128 * sizeof(int));
  gather<<<2, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
