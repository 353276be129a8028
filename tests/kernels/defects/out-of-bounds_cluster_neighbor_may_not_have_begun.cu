// A block stores into its neighbor's shared memory before it knows that the neighbor has begun.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) send(int* out) {
  __shared__ int inbox[32];
  cg::cluster_group cluster = cg::this_cluster();
  int* const theirs = cluster.map_shared_rank(inbox, cluster.block_rank() ^ 1);
  theirs[threadIdx.x] = threadIdx.x;  // FINDING out-of-bounds
  cluster.sync();
  out[blockIdx.x * 32 + threadIdx.x] = inbox[threadIdx.x];  // MAYBE uninitialized
  cluster.sync();
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  send<<<2, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
