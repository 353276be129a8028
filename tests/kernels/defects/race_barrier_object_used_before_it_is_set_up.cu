// Threads arrive at a barrier object that the first one may not have initialised yet.
#include <cuda_runtime.h>
#include <cuda/barrier>

__global__ void reverse(const int* in, int* out) {
  __shared__ int s[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, 64);  // OTHER
  s[threadIdx.x] = in[threadIdx.x];
  bar.arrive_and_wait();  // FINDING race
  out[threadIdx.x] = s[63 - threadIdx.x];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 0, 64 * sizeof(int));
  reverse<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
