// A tile with a halo in dynamic shared memory; the corners of the halo are never loaded, but used.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void mean9(int n, const float* in, float* out) {
  extern __shared__ float tile[];
  const int w = blockDim.x + 2, x = threadIdx.x, y = threadIdx.y;
  const int at = (y + 1) * n + x + 1, s = (y + 1) * w + x + 1;
  tile[s] = in[at];
  if (x == 0) tile[s - 1] = in[at - 1];
  if (x == blockDim.x - 1) tile[s + 1] = in[at + 1];
  if (y == 0) tile[s - w] = in[at - n];
  if (y == blockDim.y - 1) tile[s + w] = in[at + n];
  __syncthreads();
  float sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) sum += tile[s + dy * w + dx];  // FINDING uninitialized
  out[at] = sum / 9;
}

int main() {
  const int n = 10;
  float h[n * n], *in, *out;
  for (int i = 0; i < n * n; ++i) h[i] = 1;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof(h));
  mean9<<<1, dim3(8, 8), n * n * sizeof(float)>>>(n, in, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", h[11]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
