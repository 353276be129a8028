// Interval arithmetic: sums of 0.1 enclosed by rounding down and up.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void enclose(int n, float2* out) {
  float low = 0, high = 0;
  for (int i = 0; i < n; ++i) {
    low = __fadd_rd(low, __fdiv_rd(1.0f, 10.0f));
    high = __fadd_ru(high, __fdiv_ru(1.0f, 10.0f));
  }
  out[threadIdx.x] = make_float2(low, high);
}

int main() {
  float2 *out, h[4];
  cudaMalloc(&out, sizeof h);
  enclose<<<1, 4>>>(1000, out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%.9g to %.9g\n", h[0].x, h[0].y);
  cudaFree(out);
  return h[0].x < 100 && h[0].y > 100 ? 0 : 1;
}
