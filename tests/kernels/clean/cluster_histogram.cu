// A histogram whose bins are spread over the shared memory of a cluster, counted by atomics.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void count(int n, const int* data, int* bins, int per_block) {
  extern __shared__ int counts[];
  cg::cluster_group cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < per_block; i += blockDim.x) counts[i] = 0;
  cluster.sync();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(cluster.map_shared_rank(counts, data[i] / per_block) + data[i] % per_block, 1);
  cluster.sync();
  for (int i = threadIdx.x; i < per_block; i += blockDim.x)
    atomicAdd(&bins[cluster.block_rank() * per_block + i], counts[i]);
}

int main() {
  const int n = 2000, all = 64;
  int *data, *bins;
  cudaMallocManaged(&data, n * sizeof(int));
  cudaMalloc(&bins, all * sizeof(int));
  cudaMemset(bins, 0, all * sizeof(int));
  for (int i = 0; i < n; ++i) data[i] = i * 31 % all;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(4);
  config.blockDim = dim3(64);
  config.dynamicSmemBytes = all / 2 * sizeof(int);
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeClusterDimension;
  attribute[0].val.clusterDim.x = 2;
  attribute[0].val.clusterDim.y = 1;
  attribute[0].val.clusterDim.z = 1;
  config.attrs = attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, count, n, (const int*)data, bins, all / 2);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(bins);
  return 0;
}
