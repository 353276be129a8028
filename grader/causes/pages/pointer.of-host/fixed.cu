// Adds up an array of the host.
#include <cstdio>

__global__ void add_up(const int* a, int* sum) {
  atomicAdd(sum, a[threadIdx.x]);
}

int main() {
  int h[32], *a, *sum;
  for (int i = 0; i < 32; ++i) h[i] = 2;
  cudaMalloc(&a, sizeof(h));
  cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMallocManaged(&sum, sizeof(int));
  *sum = 0;
  add_up<<<1, 32>>>(a, sum);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  printf("%d\n", *sum);  // should print 64
  cudaFree(a);
  cudaFree(sum);
}
