// Rows of 33 halves are read in pairs: every other row begins in the middle of a word.
#include <cuda_fp16.h>

#include <cstdio>

__global__ void sums(const __half* a, float* out) {
  const __half2* row = reinterpret_cast<const __half2*>(a + 33 * blockIdx.x);
  atomicAdd(out + blockIdx.x, __low2float(row[threadIdx.x]));  // FINDING misaligned
}

int main() {
  __half* a;
  float* out;
  cudaMalloc(&a, 4 * 34 * sizeof(__half));
  cudaMalloc(&out, 4 * sizeof(float));
  cudaMemset(a, 0, 4 * 34 * sizeof(__half));
  cudaMemset(out, 0, 4 * sizeof(float));
  sums<<<4, 16>>>(a, out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(a);
  cudaFree(out);
  return 0;
}
