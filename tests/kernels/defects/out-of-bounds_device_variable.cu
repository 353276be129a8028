// A table in a __device__ array of 64 elements is read with the thread's index, up to 95.
#include <cuda_runtime.h>

#include <cstdio>

__device__ float table[64];

__global__ void look_up(const int* which, float* out) {
  int i = threadIdx.x;
  out[i] = table[which[i]];  // FINDING out-of-bounds
}

int main() {
  float values[64];
  int which[96];
  for (int i = 0; i < 64; ++i) values[i] = i;
  for (int i = 0; i < 96; ++i) which[i] = i < 90 ? i % 64 : 64 + i % 2;
  cudaMemcpyToSymbol(table, values, sizeof(values));
  int* dwhich;
  float* out;
  cudaMalloc(&dwhich, sizeof(which));
  cudaMalloc(&out, 96 * sizeof(float));
  cudaMemcpy(dwhich, which, sizeof(which), cudaMemcpyHostToDevice);
  look_up<<<1, 96>>>(dwhich, out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaFree(dwhich);
  cudaFree(out);
  return 0;
}
