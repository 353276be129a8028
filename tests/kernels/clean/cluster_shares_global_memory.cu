// Blocks of one cluster hand values on in global memory; the cluster's barrier orders them.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 2, 1) transpose_pairs(int* v) {
  cg::cluster_group cluster = cg::this_cluster();
  const unsigned first =
      (blockIdx.x / 2 + blockIdx.y / 2 * (gridDim.x / 2)) * cluster.num_threads();
  int* const ours = v + first;
  const unsigned me = cluster.thread_rank(), n = cluster.num_threads();
  ours[me] = me;
  cluster.sync();
  const int other = ours[n - 1 - me];
  cluster.sync();
  ours[me] = other;
}

int main() {
  int* v;
  cudaMalloc(&v, 16 * 32 * sizeof(int));
  transpose_pairs<<<dim3(4, 4), 32>>>(v);
  cudaDeviceSynchronize();
  cudaFree(v);
  return 0;
}
