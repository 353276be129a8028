// The barrier object expects the whole block, and half of it comes.
//
// HANGS
#include <cuda_runtime.h>
#include <cuda/barrier>

__global__ void first_half(int* out) {
  __shared__ int s[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  if (threadIdx.x < 32) {
    s[threadIdx.x] = threadIdx.x;
    bar.arrive_and_wait();  // FINDING deadlock
    out[threadIdx.x] = s[31 - threadIdx.x];
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  first_half<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
