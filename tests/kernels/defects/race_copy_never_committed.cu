// What is not committed is not waited for.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void twice(const int* in, int* out) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[t], sizeof(int));  // OTHER
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = 2 * tile[63 - t];  // FINDING race
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 0, 64 * sizeof(int));
  twice<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
