// A 64-bit counter behind a 32-bit one in the same buffer, at an offset of four bytes.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count(int n, const int* in, char* counters) {
  const int i = threadIdx.x;
  if (i >= n) return;
  atomicAdd(reinterpret_cast<unsigned*>(counters), 1u);
  if (in[i] > 3)
    atomicAdd(reinterpret_cast<unsigned long long*>(counters + 4), 1ull);  // FINDING misaligned
}

int main() {
  const int n = 32;
  int h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 13;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof(h));
  count<<<1, n>>>(n, in, reinterpret_cast<char*>(out));
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
