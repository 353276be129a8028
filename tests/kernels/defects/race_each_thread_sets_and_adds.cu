// Each thread sets the sum to 0 and adds its own element: the stores of zeros do no harm among each
// other, but each one takes away what another thread has added, and so do the additions.
#include <cuda_runtime.h>

__global__ void total(int n, const float* in, float* out) {
  __shared__ float sum[1];
  const int i = threadIdx.x;
  sum[0] = 0;  // FINDING race, OTHER ?
  if (i < n) {
    sum[0] = sum[0] + in[i];  // FINDING race, OTHER
  }
  __syncthreads();
  if (i == 0) *out = sum[0];
}

int main() {
  float *in, *out;
  float h[40];
  for (int i = 0; i < 40; ++i) h[i] = i + 1;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(float));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  total<<<1, 64>>>(40, in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
