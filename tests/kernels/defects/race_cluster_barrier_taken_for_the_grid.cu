// Clusters exchange their results through global memory behind a barrier of the cluster, which does
// not reach the others.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) rotate(int* sums, int* out) {
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) sums[blockIdx.x] = blockIdx.x;  // FINDING race ?, OTHER ?
  cluster.sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] =
      sums[(blockIdx.x + 2) % gridDim.x];  // FINDING race ?, OTHER ?
}

int main() {
  int *sums, *out;
  cudaMalloc(&sums, 8 * sizeof(int));
  cudaMalloc(&out, 8 * 32 * sizeof(int));
  cudaMemset(sums, 0, 8 * sizeof(int));
  rotate<<<8, 32>>>(sums, out);
  cudaDeviceSynchronize();
  cudaFree(sums);
  cudaFree(out);
  return 0;
}
