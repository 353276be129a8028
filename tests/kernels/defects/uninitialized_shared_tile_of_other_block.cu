// Only the first block of threads loads the table into shared memory: each block has its own.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void apply(int n, const float* table, const int* which, float* out) {
  __shared__ float local[32];
  if (blockIdx.x == 0 && threadIdx.x < 32) local[threadIdx.x] = table[threadIdx.x];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = local[which[i]];  // FINDING uninitialized
}

int main() {
  const int n = 128;
  float table[32], h[n];
  int which[n];
  for (int i = 0; i < 32; ++i) table[i] = i;
  for (int i = 0; i < n; ++i) which[i] = i % 32;
  float *dtable, *out;
  int* dwhich;
  cudaMalloc(&dtable, sizeof(table));
  cudaMalloc(&out, sizeof(h));
  cudaMalloc(&dwhich, sizeof(which));
  cudaMemcpy(dtable, table, sizeof(table), cudaMemcpyHostToDevice);
  cudaMemcpy(dwhich, which, sizeof(which), cudaMemcpyHostToDevice);
  apply<<<2, 64>>>(n, dtable, dwhich, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", h[127]);
  cudaFree(dtable);
  cudaFree(out);
  cudaFree(dwhich);
  return 0;
}
