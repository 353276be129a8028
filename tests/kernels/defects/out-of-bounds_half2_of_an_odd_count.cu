// Halves are added in pairs; there are 63 of them, and the last pair has one only.
#include <cuda_fp16.h>

#include <cstdio>

__global__ void add(int n, const __half2* a, __half2* sum) {
  int i = threadIdx.x;
  if (2 * i < n) sum[i] = __hadd2(sum[i], a[i]);  // FINDING out-of-bounds
}

int main() {
  const int n = 63;
  __half *a, *sum;
  cudaMalloc(&a, n * sizeof(__half));
  cudaMalloc(&sum, n * sizeof(__half));
  cudaMemset(a, 0, n * sizeof(__half));
  cudaMemset(sum, 0, n * sizeof(__half));
  add<<<1, 32>>>(n, reinterpret_cast<__half2*>(a), reinterpret_cast<__half2*>(sum));
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(a);
  cudaFree(sum);
  return 0;
}
