// Doubles the numbers, then adds each one's mirror image.
#include <cooperative_groups.h>
#include <cstdio>

__global__ void add_mirrored(int n, int* a, int* b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] *= 2;
  cooperative_groups::this_grid().sync();
  b[i] = a[i] + a[n - 1 - i];
}

int main() {
  int n = 128;
  int *a, *b;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&b, n * sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = i;
  void* args[] = {&n, &a, &b};
  cudaLaunchCooperativeKernel((void*)add_mirrored, 2, 64, args);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  printf("%d\n", b[0]);  // should print 254
  cudaFree(a);
  cudaFree(b);
}
