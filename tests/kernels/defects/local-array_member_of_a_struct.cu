// A coordinate's number comes from data: 3 is the first component of the velocity behind it.
#include <cuda_runtime.h>

#include <cstdio>

struct Body {
  float position[3];
  float velocity[3];
};

__global__ void pick(int n, const int* axis, const float* in, float* out) {
  int i = threadIdx.x;
  if (i >= n) return;
  Body b;
  for (int k = 0; k < 3; ++k) {
    b.position[k] = in[i] + k;
    b.velocity[k] = 0;
  }
  out[i] = b.position[axis[i]];  // FINDING local-array
}

int main() {
  const int n = 32;
  int axis[n], *daxis;
  float h[n], *in, *out;
  for (int i = 0; i < n; ++i) {
    axis[i] = i % 4;
    h[i] = i;
  }
  cudaMalloc(&daxis, sizeof(axis));
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(daxis, axis, sizeof(axis), cudaMemcpyHostToDevice);
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  pick<<<1, n>>>(n, daxis, in, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", h[3]);
  cudaFree(daxis);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
