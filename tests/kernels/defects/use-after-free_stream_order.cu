// The workspace is freed in the order of one stream, and a kernel of another still uses it.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int n, int* a) {
  if (threadIdx.x < n) a[threadIdx.x] = 1;
}

__global__ void add(int n, const int* a, int* sum) {
  if (threadIdx.x < n) sum[threadIdx.x] += a[threadIdx.x];  // FINDING use-after-free|race
}

int main() {
  const int n = 32;
  int h[n], *a, *sum;
  cudaStream_t s[2];
  cudaEvent_t filled;
  for (int k = 0; k < 2; ++k) cudaStreamCreate(&s[k]);
  cudaEventCreate(&filled);
  cudaMalloc(&sum, sizeof(h));
  cudaMemset(sum, 0, sizeof(h));
  cudaMallocAsync((void**)&a, sizeof(h), s[0]);
  fill<<<1, n, 0, s[0]>>>(n, a);
  cudaEventRecord(filled, s[0]);
  cudaFreeAsync(a, s[0]);  // OTHER ?
  cudaStreamWaitEvent(s[1], filled, 0);
  add<<<1, n, 0, s[1]>>>(n, a, sum);
  cudaDeviceSynchronize();
  cudaMemcpy(h, sum, sizeof(h), cudaMemcpyDeviceToHost);
  cudaGetLastError();
  printf("%d\n", h[0]);
  cudaEventDestroy(filled);
  for (int k = 0; k < 2; ++k) cudaStreamDestroy(s[k]);
  cudaFree(sum);
  return 0;
}
