// Counts the steps of 0.1 from 0 to 1.
#include <cstdio>

__global__ void step(float* x) { *x += 0.1f; }

int steps_to_1(float* x) {
  int steps = 0;
  for (*x = 0; *x < 0.95f; ++steps) {
    step<<<1, 1>>>(x);
    cudaDeviceSynchronize();
  }
  return steps;
}

int main() {
  float* x;
  cudaMallocManaged(&x, sizeof(float));
  printf("%d\n", steps_to_1(x));  // should print 10
  cudaFree(x);
}
