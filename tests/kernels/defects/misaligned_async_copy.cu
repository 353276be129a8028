// Copies of 16 bytes from rows that begin at multiples of 4.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void fetch(const float* in, float* out) {
  __shared__ alignas(16) float s[64];
  const int at = 4 * threadIdx.x;
  if (at < 64) __pipeline_memcpy_async(&s[at], in + 1 + at, 16);  // FINDING misaligned
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 80 * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(float));
  cudaMemset(in, 0, 80 * sizeof(float));
  fetch<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
