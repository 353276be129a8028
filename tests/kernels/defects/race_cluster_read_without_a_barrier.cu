// A block reads its neighbor's shared memory with nothing but a barrier of its own block between.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) exchange(const int* in, int* out) {
  __shared__ int mine[64];
  cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();                                         // both have begun
  mine[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];  // FINDING race ?, OTHER ?
  __syncthreads();
  const int* theirs = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1);
  out[blockIdx.x * 64 + threadIdx.x] =
      theirs[threadIdx.x];  // FINDING race ?, MAYBE uninitialized, OTHER ?
  cluster.sync();
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 128 * sizeof(int));
  cudaMalloc(&out, 128 * sizeof(int));
  cudaMemset(in, 0, 128 * sizeof(int));
  exchange<<<2, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
