// The host reads what a kernel wrote.
#include <cstdio>

__global__ void fill(int* a) { a[threadIdx.x] = threadIdx.x; }

int main() {
  int* a;
  cudaMalloc(&a, 32 * sizeof(int));
  fill<<<1, 32>>>(a);
  cudaDeviceSynchronize();
  printf("%d\n", a[31]);  // <- pointer.of-device
  cudaFree(a);
}
