// modff and its kin store a second result through a pointer: here one past the end, before another
// thread has stored, and from all blocks to one place.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>

__global__ void wholes(const float* in, float* out) {
  __shared__ float whole[32];
  const int i = threadIdx.x;
  if (i > 0) modff(in[i], &whole[i]);
  __syncthreads();
  out[i] = whole[31 - i];  // FINDING uninitialized
}

__global__ void exponents(const float* in, float* out, int* latest) {
  out[blockIdx.x] = frexpf(in[blockIdx.x], latest);  // FINDING race
}

__global__ void waves(float* sine, float* cosine) {
  const int i = threadIdx.x;
  sincosf(0.1f * i, sine + i, cosine + i + 1);  // FINDING out-of-bounds
}

int main() {
  float h[32], *in, *out;
  int* latest;
  for (int i = 0; i < 32; ++i) h[i] = i;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMalloc(&latest, sizeof(int));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  wholes<<<1, 32>>>(in, out);
  exponents<<<32, 1>>>(in, out, latest);
  waves<<<1, 32>>>(out, in);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(in);
  cudaFree(out);
  cudaFree(latest);
  return 0;
}
