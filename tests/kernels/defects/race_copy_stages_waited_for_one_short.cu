// Two stages: the wait leaves two batches open where one is right.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void sums(int tiles, const float* in, float* out) {
  __shared__ float s[2][64];
  const int t = threadIdx.x;
  float sum = 0;
  __pipeline_memcpy_async(&s[0][t], &in[t], sizeof(float));  // OTHER ?
  __pipeline_commit();
  for (int k = 0; k < tiles; ++k) {
    const int next = k + 1 < tiles ? k + 1 : 0;
    float* const to = &s[(k + 1) % 2][t];
    __pipeline_memcpy_async(to, &in[next * 64 + t], 4);  // OTHER ?, MAYBE race
    __pipeline_commit();
    __pipeline_wait_prior(2);
    __syncthreads();
    sum += s[k % 2][63 - t];  // FINDING race
    __syncthreads();
  }
  out[t] = sum;
}

int main() {
  const int tiles = 4;
  float *in, *out;
  cudaMalloc(&in, tiles * 64 * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(float));
  cudaMemset(in, 0, tiles * 64 * sizeof(float));
  sums<<<1, 64>>>(tiles, in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
