// Halves x until it is below the limit, and returns the number of steps.
#include <cstdio>

__global__ void halve(float* x) { *x /= 2; }

int steps_below(float limit, float* x) {
  int steps = 0;
  while (*x >= limit) {
    halve<<<1, 1>>>(x);
    cudaDeviceSynchronize();
    ++steps;
  }
  return steps;
}

int main() {
  float* x;
  cudaMallocManaged(&x, sizeof(float));
  *x = 8;
  const int from_8 = steps_below(1, x);
  *x = 0.5;
  const int from_half = steps_below(1, x);
  printf("%d %d\n", from_8, from_half);  // should print 4 0
  cudaFree(x);
}
