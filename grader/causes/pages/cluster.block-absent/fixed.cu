// Adds what the neighbor in the cluster has.
#include <cooperative_groups.h>
#include <cstdio>

__global__ void __cluster_dims__(2, 1, 1) add_neighbor(int* a) {
  __shared__ int s[32];
  auto cluster = cooperative_groups::this_cluster();
  int i = blockIdx.x * 32 + threadIdx.x;
  s[threadIdx.x] = a[i];
  cluster.sync();
  a[i] += cluster.map_shared_rank(s, 1 - cluster.block_rank())[threadIdx.x];
  cluster.sync();
}

int main() {
  int* a;
  cudaMallocManaged(&a, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) a[i] = i;
  add_neighbor<<<2, 32>>>(a);
  cudaDeviceSynchronize();
  printf("%d\n", a[0]);  // should print 32
  cudaFree(a);
}
