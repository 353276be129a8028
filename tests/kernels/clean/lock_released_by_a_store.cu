// The lock is taken by atomicCAS and given back by a volatile store after a fence.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void total(int n, const int* in, int* lock, int* sum) {
  __shared__ int s;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&s, in[i]);
  __syncthreads();
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *sum += s;
    __threadfence();
    *(volatile int*)lock = 0;
  }
}

int main() {
  const int n = 400;
  int h[n], r = 0, expected = 0, *in, *lock, *sum;
  for (int i = 0; i < n; ++i) expected += h[i] = i % 9;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&lock, sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(lock, 0, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  total<<<7, 64>>>(n, in, lock, sum);
  cudaMemcpy(&r, sum, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(lock);
  cudaFree(sum);
  return r != expected;
}
