// A diamond over three streams: one kernel, two that use its result side by side, one that uses
// theirs.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int n, int v, int* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = v + i;
}

__global__ void add(int n, const int* a, const int* b, int* c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int main() {
  const int n = 100;
  int *a, *b, *c, *d, h[n];
  cudaStream_t s[3];
  cudaEvent_t e[3];
  for (int i = 0; i < 3; ++i) {
    cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    cudaEventCreate(&e[i]);
  }
  cudaMalloc(&a, sizeof(h));
  cudaMalloc(&b, sizeof(h));
  cudaMalloc(&c, sizeof(h));
  cudaMalloc(&d, sizeof(h));
  fill<<<4, 32, 0, s[0]>>>(n, 1, a);
  cudaEventRecord(e[0], s[0]);
  cudaStreamWaitEvent(s[1], e[0], 0);
  cudaStreamWaitEvent(s[2], e[0], 0);
  add<<<4, 32, 0, s[1]>>>(n, a, a, b);
  add<<<4, 32, 0, s[2]>>>(n, a, a, c);
  cudaEventRecord(e[1], s[1]);
  cudaEventRecord(e[2], s[2]);
  cudaStreamWaitEvent(s[0], e[1], 0);
  cudaStreamWaitEvent(s[0], e[2], 0);
  add<<<4, 32, 0, s[0]>>>(n, b, c, d);
  cudaMemcpyAsync(h, d, sizeof(h), cudaMemcpyDeviceToHost, s[0]);
  cudaStreamSynchronize(s[0]);
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    if (h[i] != 4 * (1 + i)) ++wrong;
  for (int i = 0; i < 3; ++i) {
    cudaEventDestroy(e[i]);
    cudaStreamDestroy(s[i]);
  }
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  cudaFree(d);
  return wrong != 0;
}
