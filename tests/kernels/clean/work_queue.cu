// Blocks take jobs from a counter until there are none; each job's result has a place of its own.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void work(int jobs, int* next, const int* in, int* out) {
  __shared__ int job;
  while (true) {
    if (threadIdx.x == 0) job = atomicAdd(next, 1);
    __syncthreads();
    const int mine = job;
    __syncthreads();
    if (mine >= jobs) return;
    out[mine * 32 + threadIdx.x] = in[mine * 32 + 31 - threadIdx.x] + mine;
  }
}

int main() {
  const int n = 640;
  static int h[n], r[n];
  for (int i = 0; i < n; ++i) h[i] = (i * 7) % 23;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  int* next;
  cudaMalloc(&next, sizeof(int));
  cudaMemset(next, 0, sizeof(int));
  work<<<4, 32>>>(n / 32, next, in, out);
  cudaFree(next);
  cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    if (r[i] != h[i / 32 * 32 + 31 - i % 32] + i / 32) ++wrong;
  return wrong != 0;
}
