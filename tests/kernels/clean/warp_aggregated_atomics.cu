// Filtering: the lanes that keep their element elect a leader, which reserves room for all of them.
#include <cuda_runtime.h>

#include <cstdio>

__device__ int reserve(int* counter) {
  const unsigned active = __activemask();
  const int lane = threadIdx.x % 32, leader = __ffs(active) - 1;
  int first = 0;
  if (lane == leader) first = atomicAdd(counter, __popc(active));
  first = __shfl_sync(active, first, leader);
  return first + __popc(active & ((1u << lane) - 1));
}

__global__ void keep_large(int n, int limit, const int* in, int* out, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > limit) out[reserve(count)] = in[i];
}

int main() {
  const int n = 500;
  static int h[n], r[n];
  int *in, *out, *dcount, count = 0, sum = 0, expected = 0, wrong = 0;
  for (int i = 0; i < n; ++i) {
    h[i] = i * 37 % 101;
    if (h[i] > 60) {
      expected += h[i];
      ++count;
    }
  }
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMalloc(&dcount, sizeof(int));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(dcount, 0, sizeof(int));
  cudaMemset(out, 0, sizeof(h));
  keep_large<<<8, 64>>>(n, 60, in, out, dcount);
  cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) {
    sum += r[i];
    if ((r[i] > 60) != (i < count)) ++wrong;
  }
  cudaMemcpy(&count, dcount, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  cudaFree(dcount);
  if (sum != expected) ++wrong;
  return wrong != 0;
}
