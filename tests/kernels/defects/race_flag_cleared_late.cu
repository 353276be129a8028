// The flag is cleared by thread 0 in the same interval in which others set it.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void any_above(float limit, const float* in, int* out) {
  __shared__ bool found;
  if (threadIdx.x == 0) found = false;        // FINDING race ?
  if (in[threadIdx.x] > limit) found = true;  // FINDING race ?
  __syncthreads();
  if (threadIdx.x == 0) *out = found;
}

int main() {
  const int n = 64;
  float h[n];
  for (int i = 0; i < n; ++i) h[i] = i;
  float* in;
  int *out, found;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  any_above<<<1, n>>>(60, in, out);
  cudaMemcpy(&found, out, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", found);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
