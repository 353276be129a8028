// Odd-even transposition in global memory by one block: pairs never overlap within a step.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sort(int n, int* a) {
  for (int step = 0; step < n; ++step) {
    for (int i = step % 2 + 2 * threadIdx.x; i + 1 < n; i += 2 * blockDim.x)
      if (a[i] > a[i + 1]) {
        const int keep = a[i];
        a[i] = a[i + 1];
        a[i + 1] = keep;
      }
    __syncthreads();
  }
}

int main() {
  const int n = 75;
  int h[n], *a, wrong = 0;
  for (int i = 0; i < n; ++i) h[i] = i * 31 % n;
  cudaMalloc(&a, sizeof(h));
  cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
  sort<<<1, 32>>>(n, a);
  cudaMemcpy(h, a, sizeof(h), cudaMemcpyDeviceToHost);
  cudaFree(a);
  for (int i = 0; i < n; ++i)
    if (h[i] != i) ++wrong;
  return wrong != 0;
}
