// A packed record: a byte, then an int right behind it, read through an int pointer.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void unpack(int n, const unsigned char* records, int* out) {
  int i = threadIdx.x;
  if (i < n) out[i] = *reinterpret_cast<const int*>(records + 5 * i + 1);  // FINDING misaligned
}

int main() {
  const int n = 16;
  unsigned char h[5 * n];
  for (int i = 0; i < 5 * n; ++i) h[i] = i;
  unsigned char* records;
  int* out;
  cudaMalloc(&records, sizeof(h));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(records, h, sizeof(h), cudaMemcpyHostToDevice);
  unpack<<<1, 32>>>(n, records, out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(records);
  cudaFree(out);
  return 0;
}
