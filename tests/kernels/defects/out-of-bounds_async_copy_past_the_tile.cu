// The last copies of a tile of 100 elements are as long as the others.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void fetch(const float* in, float* out) {
  __shared__ alignas(16) float s[100];
  const int at = 4 * threadIdx.x;
  if (at < 104) __pipeline_memcpy_async(&s[at], in + at, 16);  // FINDING out-of-bounds
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  if (threadIdx.x < 100) out[threadIdx.x] = s[threadIdx.x];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 128 * sizeof(float));
  cudaMalloc(&out, 100 * sizeof(float));
  cudaMemset(in, 0, 128 * sizeof(float));
  fetch<<<1, 128>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
