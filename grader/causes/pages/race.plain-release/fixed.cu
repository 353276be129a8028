// Each block adds its number to a sum, one block after the other.
#include <cstdio>

__global__ void add(int* lock, int* sum) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *sum = *sum + blockIdx.x;
  __threadfence();  // the sum first, then the lock
  atomicExch(lock, 0);
}

int main() {
  int* a;
  cudaMallocManaged(&a, 2 * sizeof(int));
  a[0] = a[1] = 0;
  add<<<8, 1>>>(a, a + 1);
  cudaDeviceSynchronize();
  printf("%d\n", a[1]);  // should print 28
  cudaFree(a);
}
