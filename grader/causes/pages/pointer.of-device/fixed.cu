// The host reads what a kernel wrote.
#include <cstdio>

__global__ void fill(int* a) { a[threadIdx.x] = threadIdx.x; }

int main() {
  int h[32], *a;
  cudaMalloc(&a, sizeof(h));
  fill<<<1, 32>>>(a);
  cudaMemcpy(h, a, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[31]);  // should print 31
  cudaFree(a);
}
