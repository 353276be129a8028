// Launches in one stream one after the other: each reads what the last one wrote anywhere.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void reverse(int n, const int* from, int* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[n - 1 - i] = from[i] + 1;
}

__global__ void count(int n, const int* a, int* sum) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, a[i]);
}

__global__ void scale(int n, const int* sum, int* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] -= *sum / n;
}

int main() {
  const int n = 150;
  int h[n], *a, *b, *sum, wrong = 0;
  for (int i = 0; i < n; ++i) h[i] = 10;
  cudaMalloc(&a, sizeof(h));
  cudaMalloc(&b, sizeof(h));
  cudaMalloc(&sum, sizeof(int));
  cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
  for (int r = 0; r < 10; ++r) {
    reverse<<<5, 32>>>(n, a, b);
    cudaMemset(sum, 0, sizeof(int));
    count<<<3, 64>>>(n, b, sum);
    scale<<<2, 96>>>(n, sum, b);
    cudaMemcpy(a, b, sizeof(h), cudaMemcpyDeviceToDevice);
  }
  cudaMemcpy(h, a, sizeof(h), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  cudaFree(sum);
  for (int i = 0; i < n; ++i)
    if (h[i] != 0) ++wrong;
  return wrong != 0;
}
