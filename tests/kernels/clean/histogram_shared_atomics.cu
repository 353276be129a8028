// Each block counts in shared memory with atomics and adds its bins to the global ones.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void histogram(int n, const unsigned char* in, unsigned* counts) {
  __shared__ unsigned bins[64];
  for (int b = threadIdx.x; b < 64; b += blockDim.x) bins[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[in[i] % 64], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < 64; b += blockDim.x)
    if (bins[b] > 0) atomicAdd(&counts[b], bins[b]);
}

int main() {
  const int n = 1500;
  static unsigned char h[n];
  unsigned expected[64] = {}, r[64];
  for (int i = 0; i < n; ++i) {
    h[i] = i * i + i / 3;
    ++expected[h[i] % 64];
  }
  unsigned char* in;
  unsigned* counts;
  cudaMalloc(&in, n);
  cudaMalloc(&counts, sizeof(r));
  cudaMemcpy(in, h, n, cudaMemcpyHostToDevice);
  cudaMemset(counts, 0, sizeof(r));
  histogram<<<3, 48>>>(n, in, counts);
  cudaMemcpy(r, counts, sizeof(r), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(counts);
  int wrong = 0;
  for (int b = 0; b < 64; ++b)
    if (r[b] != expected[b]) ++wrong;
  return wrong != 0;
}
