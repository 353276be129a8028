// Adds up the numbers of the 32 lanes of a warp.
#include <cstdio>

__global__ void add_up(const int* a, int* sum) {
  int v = a[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
  if (threadIdx.x == 0) *sum = v;
}

int main() {
  int *a, *sum;
  cudaMallocManaged(&a, 32 * sizeof(int));
  cudaMallocManaged(&sum, sizeof(int));
  for (int i = 0; i < 32; ++i) a[i] = i;
  add_up<<<1, 32>>>(a, sum);
  cudaDeviceSynchronize();
  printf("%d\n", *sum);  // should print 496
  cudaFree(a);
  cudaFree(sum);
}
