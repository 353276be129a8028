// The value of a polynomial.
#include <cstdio>

__constant__ float factors[3] = {1, 2, 3};

__global__ void value(const float* c, float x, float* out) {
  *out = c[0] + x * (c[1] + x * c[2]);
}

int main() {
  float *out, *where, h;
  cudaMalloc(&out, sizeof(float));
  cudaGetSymbolAddress((void**)&where, factors);
  value<<<1, 1>>>(where, 2, out);
  cudaMemcpy(&h, out, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", h);  // should print 17
  cudaFree(out);
}
