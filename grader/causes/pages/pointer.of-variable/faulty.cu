// The value of a polynomial.
#include <cstdio>

__constant__ float factors[3] = {1, 2, 3};

__global__ void value(const float* c, float x, float* out) {
  *out = c[0] + x * (c[1] + x * c[2]);
}

int main() {
  float *out, h;
  cudaMalloc(&out, sizeof(float));
  value<<<1, 1>>>(factors, 2, out);  // <- pointer.of-variable
  cudaMemcpy(&h, out, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", h);  // should print 17
  cudaFree(out);
}
