// Numbers of fp8 are read four at a time; there are 1001 of them.
#include <cuda_fp8.h>

#include <cstdio>

__global__ void widen(int n, const __nv_fp8x4_e4m3* in, float4* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (4 * i < n) out[i] = static_cast<float4>(in[i]);  // FINDING out-of-bounds
}

int main() {
  const int n = 1001;
  __nv_fp8_e4m3* in;
  float* out;
  cudaMalloc(&in, n);
  cudaMalloc(&out, 1004 * sizeof(float));
  cudaMemset(in, 0, n);
  widen<<<8, 32>>>(n, reinterpret_cast<__nv_fp8x4_e4m3*>(in), reinterpret_cast<float4*>(out));
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
