// Each thread waits for its own copy and reads what another one copied.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void reverse(const float* in, float* out) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[t], sizeof(float));  // FINDING race ?, OTHER ?
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = tile[127 - t];  // FINDING race ?, MAYBE uninitialized, OTHER ?
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 128 * sizeof(float));
  cudaMalloc(&out, 128 * sizeof(float));
  cudaMemset(in, 0, 128 * sizeof(float));
  reverse<<<1, 128>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
