// Pairs in shared memory, read from every element on.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void pairs(const float* in, float* out) {
  __shared__ __align__(8) float s[34];
  const int t = threadIdx.x;
  s[t] = in[t];
  if (t < 2) s[32 + t] = 0;
  __syncthreads();
  const float2 p = *reinterpret_cast<const float2*>(&s[t]);  // FINDING misaligned
  out[t] = p.x + p.y;
}

int main() {
  float h[32], *in, *out;
  for (int i = 0; i < 32; ++i) h[i] = i;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  pairs<<<1, 32>>>(in, out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
