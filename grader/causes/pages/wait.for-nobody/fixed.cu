// Block 1 waits until block 0 has written its number.
#include <cstdio>

__global__ void hand_on(int* number, int* flag, int* out) {
  if (blockIdx.x == 0) {
    *number = 42;
    __threadfence();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence();
    *out = *number;
  }
}

int main() {
  int* a;
  cudaMallocManaged(&a, 3 * sizeof(int));
  a[0] = a[1] = a[2] = 0;
  hand_on<<<2, 1>>>(a, a + 1, a + 2);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  printf("%d\n", a[2]);  // should print 42
  cudaFree(a);
}
