// The coefficients in constant memory are replaced on one stream while a kernel on another reads
// them.
#include <cuda_runtime.h>

#include <cstdio>

__constant__ float weight[4];

__global__ void blur(int n, const float* in, float* out) {
  const int i = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 4; ++k) sum += weight[k] * in[(i + k) % n];  // FINDING race ?
  out[i] = sum;
}

int main() {
  const int n = 32;
  float *h, *in, *out;
  cudaStream_t s[2];
  for (int k = 0; k < 2; ++k) cudaStreamCreate(&s[k]);
  cudaMallocHost(&h, 8 * sizeof(float));
  for (int k = 0; k < 8; ++k) h[k] = k;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemset(in, 0, n * sizeof(float));
  cudaMemcpyToSymbol(weight, h, 4 * sizeof(float));
  cudaDeviceSynchronize();
  blur<<<1, n, 0, s[0]>>>(n, in, out);
  cudaMemcpyToSymbolAsync(weight, h + 4, 16, 0, cudaMemcpyHostToDevice, s[1]);  // FINDING race ?
  cudaDeviceSynchronize();
  for (int k = 0; k < 2; ++k) cudaStreamDestroy(s[k]);
  cudaFreeHost(h);
  cudaFree(in);
  cudaFree(out);
  printf("done\n");
  return 0;
}
