// A struct whose fields are stored one by one, so that the padding is never set, and later copied
// whole.
#include <cuda_runtime.h>

#include <cstdio>

struct Entry {
  char kind;
  double value;
  short rank;
};

__global__ void fill(int n, Entry* entries) {
  const int i = threadIdx.x;
  if (i >= n) return;
  entries[i].kind = 'a' + i % 3;
  entries[i].value = 0.5 * i;
  entries[i].rank = i;
}

__global__ void reverse(int n, const Entry* from, Entry* to) {
  const int i = threadIdx.x;
  if (i < n) to[n - 1 - i] = from[i];
}

int main() {
  const int n = 20;
  static Entry h[n];
  Entry *a, *b;
  cudaMalloc(&a, sizeof(h));
  cudaMalloc(&b, sizeof(h));
  fill<<<1, 32>>>(n, a);
  reverse<<<1, 32>>>(n, a, b);
  cudaMemcpy(h, b, sizeof(h), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    const int j = n - 1 - i;
    if (h[i].kind != 'a' + j % 3 || h[i].value != 0.5 * j || h[i].rank != j) ++wrong;
  }
  return wrong != 0;
}
