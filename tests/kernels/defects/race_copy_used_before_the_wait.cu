// The tile is on its way: the block waits at a barrier, but nobody for the copy.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void reverse(const float* in, float* out) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[blockIdx.x * 128 + t], sizeof(float));  // OTHER
  __pipeline_commit();
  __syncthreads();
  out[blockIdx.x * 128 + t] = tile[127 - t];  // FINDING race
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 256 * sizeof(float));
  cudaMalloc(&out, 256 * sizeof(float));
  cudaMemset(in, 0, 256 * sizeof(float));
  reverse<<<2, 128>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
