// Only the lower numbers of the pairs are set.
#include <cuda_fp16.h>

#include <cstdio>

__global__ void lower(__half2* a) { a[threadIdx.x].x = __float2half(1.0f); }

__global__ void sums(const __half2* a, float* out) {
  out[threadIdx.x] =
      __low2float(a[threadIdx.x]) + __half2float(a[threadIdx.x].y);  // FINDING uninitialized
}

int main() {
  __half2* a;
  float* out;
  cudaMalloc(&a, 32 * sizeof(__half2));
  cudaMalloc(&out, 32 * sizeof(float));
  lower<<<1, 32>>>(a);
  sums<<<1, 32>>>(a, out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaFree(a);
  cudaFree(out);
  return 0;
}
