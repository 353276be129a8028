// Warps hand values on by barrier objects, without a __syncthreads between them.
#include <cuda_runtime.h>
#include <cuda/barrier>

#include <utility>

__global__ void relay(int rounds, int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> full, empty;
  __shared__ int box[32];
  if (threadIdx.x == 0) {
    init(&full, 64);
    init(&empty, 64);
  }
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < rounds; ++k) {
    if (threadIdx.x < 32) {
      if (k > 0) empty.arrive_and_wait();
      box[threadIdx.x] = k + threadIdx.x;
      full.arrive_and_wait();
    } else {
      full.arrive_and_wait();
      sum += box[63 - threadIdx.x];
      if (k + 1 < rounds) empty.arrive_and_wait();
    }
  }
  out[threadIdx.x] = sum;
}

__global__ void split(const int* in, int* out) {
  __shared__ int s[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, 64);
  __syncthreads();
  s[threadIdx.x] = in[threadIdx.x];
  auto token = bar.arrive();
  const int square = in[threadIdx.x] * in[threadIdx.x];
  bar.wait(std::move(token));
  out[threadIdx.x] = square + s[63 - threadIdx.x];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 0, 64 * sizeof(int));
  relay<<<1, 64>>>(6, out);
  split<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
