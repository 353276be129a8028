// Arrays filled in pieces: by copies from the host and from the device, by sets, by a kernel; only
// what is filled is read.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int n, int* a) {
  if (threadIdx.x < n) a[threadIdx.x] = 1000 + threadIdx.x;
}

__global__ void double_some(int from, int to, int* a) {
  const int i = from + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < to) a[i] *= 2;
}

int main() {
  const int n = 100;
  int h[n], *a, *b, wrong = 0;
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaMalloc(&a, 2 * n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  fill<<<1, 32>>>(10, b);
  cudaMemcpy(a + 50, h + 20, 30 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(a + 80, 0, 10 * sizeof(int));
  cudaMemcpy(a + 90, b, 10 * sizeof(int), cudaMemcpyDeviceToDevice);
  double_some<<<2, 32>>>(50, 100, a);
  cudaMemcpy(h, a + 50, 50 * sizeof(int), cudaMemcpyDefault);
  cudaFree(a);
  cudaFree(b);
  for (int i = 0; i < 50; ++i)
    if (h[i] != (i < 30 ? 2 * (20 + i) : i < 40 ? 0 : 2 * (1000 + i - 40))) ++wrong;
  return wrong != 0;
}
