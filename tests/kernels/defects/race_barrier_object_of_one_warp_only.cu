// Every thread arrives at the barrier object, but those of the second warp do not wait.
#include <cuda_runtime.h>
#include <cuda/barrier>

#include <utility>

__global__ void exchange(const int* in, int* out) {
  __shared__ int s[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, 64);
  __syncthreads();
  s[threadIdx.x] = in[threadIdx.x];  // FINDING race ?, OTHER ?
  auto token = bar.arrive();
  if (threadIdx.x < 32) bar.wait(std::move(token));
  out[threadIdx.x] = s[threadIdx.x ^ 32];  // FINDING race ?, MAYBE uninitialized, OTHER ?
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 0, 64 * sizeof(int));
  exchange<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
