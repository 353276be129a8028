// The block updates the array in global memory while its copy of the old values is on its way.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void smooth(float* v) {
  __shared__ float old[128];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&old[t], &v[t], sizeof(float));  // FINDING race
  __pipeline_commit();
  __syncthreads();
  v[127 - t] = 0.5f;  // OTHER
  __pipeline_wait_prior(0);
  __syncthreads();
  v[t] += old[127 - t];
}

int main() {
  float* v;
  cudaMalloc(&v, 128 * sizeof(float));
  cudaMemset(v, 0, 128 * sizeof(float));
  smooth<<<1, 128>>>(v);
  cudaDeviceSynchronize();
  cudaFree(v);
  return 0;
}
