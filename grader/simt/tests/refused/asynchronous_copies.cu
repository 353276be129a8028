// Copies from global to shared memory that go on beside the thread.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void stage(const float* in, float* out) {
  __shared__ float s[128];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in, sizeof(s));                      // REFUSED asynchronous
  __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);  // REFUSED asynchronous
  __pipeline_commit();                                            // REFUSED asynchronous
  __pipeline_wait_prior(0);                                       // REFUSED asynchronous
  block.sync();
  out[threadIdx.x] = s[127 - threadIdx.x];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 512);
  cudaMalloc(&out, 512);
  stage<<<1, 128>>>(in, out);
  return 0;
}
