// Floats are scaled to fp8, four at a time, and back.
#include <cuda_fp8.h>

#include <cmath>
#include <cstdio>
#include <vector>

__global__ void quantise(int n, float scale, const float4* in, __nv_fp8x4_e4m3* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n / 4) return;
  const float4 x = in[i];
  out[i] = __nv_fp8x4_e4m3(make_float4(x.x * scale, x.y * scale, x.z * scale, x.w * scale));
}

__global__ void widen(int n, float scale, const __nv_fp8_e4m3* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = static_cast<float>(in[i]) / scale;
}

int main() {
  const int n = 1000;
  std::vector<float> h(n), back(n);
  for (int i = 0; i < n; ++i) h[i] = sinf(0.1f * i);
  float* in;
  __nv_fp8_e4m3* small;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&small, n);
  cudaMemcpy(in, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  quantise<<<8, 32>>>(n, 448, reinterpret_cast<float4*>(in),
                      reinterpret_cast<__nv_fp8x4_e4m3*>(small));
  widen<<<32, 32>>>(n, 448, small, in);
  cudaMemcpy(back.data(), in, n * sizeof(float), cudaMemcpyDeviceToHost);
  float most = 0;
  for (int i = 0; i < n; ++i) most = fmaxf(most, fabsf(back[i] - h[i]));
  printf("%g\n", most);
  cudaFree(in);
  cudaFree(small);
  return most < 0.04f ? 0 : 1;
}
