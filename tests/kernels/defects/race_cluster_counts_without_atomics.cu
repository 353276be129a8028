// A histogram over the shared memory of a cluster, counted by plain additions.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) count(int n, const int* data, int* bins) {
  __shared__ int counts[32];
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x < 32) counts[threadIdx.x] = 0;
  cluster.sync();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int* const where = cluster.map_shared_rank(counts, data[i] / 32);
    where[data[i] % 32] += 1;  // FINDING race
  }
  cluster.sync();
  if (threadIdx.x < 32) bins[cluster.block_rank() * 32 + threadIdx.x] = counts[threadIdx.x];
}

int main() {
  const int n = 128;
  int host[n];
  for (int i = 0; i < n; ++i) host[i] = i * i % 64;
  int *data, *bins;
  cudaMalloc(&data, n * sizeof(int));
  cudaMalloc(&bins, 64 * sizeof(int));
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  count<<<2, 64>>>(n, data, bins);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(bins);
  return 0;
}
