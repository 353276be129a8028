// cg::memcpy_async, then the block's barrier in place of cg::wait.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void dot(const float* a, const float* b, float* out) {
  __shared__ float s[64], r[64];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, a + 64 * blockIdx.x, sizeof s);  // OTHER ?
  cg::memcpy_async(block, r, b + 64 * blockIdx.x, sizeof r);  // OTHER ?
  block.sync();
  out[64 * blockIdx.x + threadIdx.x] = s[threadIdx.x] * r[threadIdx.x];  // FINDING race
}

int main() {
  float *a, *b, *out;
  cudaMalloc(&a, 128 * sizeof(float));
  cudaMalloc(&b, 128 * sizeof(float));
  cudaMalloc(&out, 128 * sizeof(float));
  cudaMemset(a, 0, 128 * sizeof(float));
  cudaMemset(b, 0, 128 * sizeof(float));
  dot<<<2, 64>>>(a, b, out);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
  cudaFree(out);
  return 0;
}
