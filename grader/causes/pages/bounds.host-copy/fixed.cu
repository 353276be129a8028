// Numbers of the blocks are added up on the host.
#include <cstdio>
#include <cstdlib>

__global__ void sums_of_blocks(int* sums) { sums[blockIdx.x] = blockIdx.x; }

int main() {
  const int n = 256, blocks = 8;
  int *sums, sum = 0;
  int* host = (int*)malloc(blocks * sizeof(int));
  cudaMalloc(&sums, n * sizeof(int));
  cudaMemset(sums, 0, n * sizeof(int));
  sums_of_blocks<<<blocks, 32>>>(sums);
  cudaMemcpy(host, sums, blocks * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < blocks; ++i) sum += host[i];
  printf("%d\n", sum);  // should print 28
  cudaFree(sums);
  free(host);
}
