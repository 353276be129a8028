// 2048 numbers, all in one block.
#include <cstdio>

__global__ void twice(int* a) { a[threadIdx.x] *= 2; }

int main() {
  const int n = 2048;
  int* a;
  cudaMallocManaged(&a, n * sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = i;
  twice<<<1, n>>>(a);  // <- launch.block-too-large
  cudaDeviceSynchronize();
  printf("%d\n", a[n - 1]);  // should print 4094
  cudaFree(a);
}
