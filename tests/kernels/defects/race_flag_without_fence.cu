// Block 0 stores a value and then a volatile flag; block 1 waits for the flag and reads the value.
// Two stores of one thread may be seen in either order unless a fence stands between.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void hand_over(volatile int* flag, float* value, float* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *value = 42;  // FINDING race ?
    *flag = 1;    // MAYBE race
  } else {
    while (*flag == 0) {  // MAYBE race
    }
    *out = *value;  // FINDING race ?
  }
}

int main() {
  int* flag;
  float *value, *out, h;
  cudaMalloc(&flag, sizeof(int));
  cudaMalloc(&value, sizeof(float));
  cudaMalloc(&out, sizeof(float));
  cudaMemset(flag, 0, sizeof(int));
  cudaMemset(value, 0, sizeof(float));
  hand_over<<<2, 32>>>(flag, value, out);
  cudaMemcpy(&h, out, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", h);
  cudaFree(flag);
  cudaFree(value);
  cudaFree(out);
  return 0;
}
