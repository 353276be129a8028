// Block 0 hands a value to block 1, with a fence on both sides.
#include <cstdio>

__global__ void hand_over(int* value, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    *value = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();  // the flag first, then the value
    *out = *value;
  }
}

int main() {
  int* a;
  cudaMallocManaged(&a, 3 * sizeof(int));
  a[0] = a[1] = a[2] = 0;
  hand_over<<<2, 1>>>(a, a + 1, a + 2);
  cudaDeviceSynchronize();
  printf("%d\n", a[2]);  // should print 42
  cudaFree(a);
}
