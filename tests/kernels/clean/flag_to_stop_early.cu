// A search that all threads give up once one has found the key: a volatile flag that carries no
// data, of which it is enough that it is seen some time.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void search(int n, int key, const int* a, volatile int* found) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    if (*found) return;
    if (a[i] == key) *found = 1;
  }
}

int main() {
  const int n = 900;
  static int h[n];
  int *a, *found, r[2];
  for (int i = 0; i < n; ++i) h[i] = i % 77;
  cudaMalloc(&a, sizeof(h));
  cudaMalloc(&found, 2 * sizeof(int));
  cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(found, 0, 2 * sizeof(int));
  search<<<3, 64>>>(n, 50, a, found);
  search<<<3, 64>>>(n, 80, a, found + 1);
  cudaMemcpy(r, found, sizeof(r), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(found);
  return r[0] != 1 || r[1] != 0;
}
