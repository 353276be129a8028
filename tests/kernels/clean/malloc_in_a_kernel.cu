// Threads allocate memory on the device's heap in the kernel, use it, and free it; one block's is
// handed on to its threads.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void squares(int n, int* out) {
  const int i = threadIdx.x;
  int* mine = (int*)malloc((i + 1) * sizeof(int));
  for (int k = 0; k <= i; ++k) mine[k] = k * k;
  int sum = 0;
  for (int k = 0; k <= i; ++k) sum += mine[k];
  free(mine);
  __shared__ int* common;
  if (i == 0) common = (int*)malloc(n * sizeof(int));
  __syncthreads();
  common[i] = sum;
  __syncthreads();
  out[i] = common[n - 1 - i];
  __syncthreads();
  if (i == 0) free(common);
}

int main() {
  const int n = 32;
  int h[n], *out, wrong = 0;
  cudaMalloc(&out, sizeof(h));
  squares<<<1, n>>>(n, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  cudaFree(out);
  for (int i = 0; i < n; ++i) {
    const int k = n - 1 - i;
    if (h[i] != k * (k + 1) * (2 * k + 1) / 6) ++wrong;
  }
  return wrong != 0;
}
