// Copies a number to the device and back.
#include <cstdio>

int main() {
  float number = 7, result = 0;
  float* a;
  cudaMalloc(&a, 4);
  cudaMemcpy(a, &number, 4, cudaMemcpyHostToDevice);
  cudaMemcpy(&result, a, 4, cudaMemcpyDeviceToHost);
  printf("%g\n", result);  // should print 7
  cudaFree(a);
}
