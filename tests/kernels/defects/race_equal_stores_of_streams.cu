// Kernels of two streams store equal values to the same places. The result is right as long as they
// agree: advice. Where they do not agree it is an error.
// ONLY
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int n, int v, int* a) {
  if (threadIdx.x < n) a[threadIdx.x] = v;  // FINDING race advice
}

__global__ void same_table(int* table) {
  table[threadIdx.x] = threadIdx.x * threadIdx.x;  // FINDING race advice
}

__global__ void first_half(int* a, int* status) {
  a[threadIdx.x] = 1;
  if (threadIdx.x == 0) *status = 5;  // OTHER
}

__global__ void second_half(int* a, int* status) {
  a[threadIdx.x + 32] = 2;
  if (threadIdx.x == 0) *status = 5;  // FINDING race advice
}

__global__ void other_values(int v, int* a) {
  a[threadIdx.x] = v;  // FINDING race
}

int main() {
  const int n = 32;
  int* a;
  cudaStream_t s[2];
  cudaMalloc(&a, 256 * sizeof(int));
  for (auto& stream : s) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  fill<<<1, n, 0, s[0]>>>(n, 7, a);
  fill<<<1, n, 0, s[1]>>>(n, 7, a);
  cudaDeviceSynchronize();
  same_table<<<1, n, 0, s[0]>>>(a + 64);
  same_table<<<1, n, 0, s[1]>>>(a + 64);
  cudaDeviceSynchronize();
  first_half<<<1, n, 0, s[0]>>>(a, a + 128);
  second_half<<<1, n, 0, s[1]>>>(a, a + 128);
  cudaDeviceSynchronize();
  other_values<<<1, n, 0, s[0]>>>(8, a);
  other_values<<<1, n, 0, s[1]>>>(9, a);
  cudaDeviceSynchronize();
  for (auto& stream : s) cudaStreamDestroy(stream);
  cudaFree(a);
  return 0;
}
