// Copies and sets of bytes at odd offsets and of odd lengths, and kernels that read just these.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void invert(int from, int to, unsigned char* a) {
  const int i = from + threadIdx.x;
  if (i < to) a[i] = ~a[i];
}

int main() {
  unsigned char h[61], r[61], *a, *b;
  int wrong = 0;
  for (int i = 0; i < 61; ++i) h[i] = i;
  cudaMalloc(&a, 61);
  cudaMalloc(&b, 61);
  cudaMemcpy(a + 3, h + 5, 10, cudaMemcpyHostToDevice);
  cudaMemset(a + 13, 7, 5);
  invert<<<1, 32>>>(3, 18, a);
  cudaMemcpy(b + 1, a + 3, 15, cudaMemcpyDeviceToDevice);
  invert<<<1, 32>>>(2, 15, b);
  cudaMemcpy(r, b + 1, 15, cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  for (int i = 0; i < 15; ++i) {
    unsigned char v = i < 10 ? h[5 + i] : 7;
    if (i == 0 || i == 14) v = ~v;
    if (r[i] != v) ++wrong;
  }
  return wrong != 0;
}
