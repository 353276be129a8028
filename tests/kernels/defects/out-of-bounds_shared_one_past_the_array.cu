// The halo of a tile needs two more elements than the tile has room for. Behind it lies another
// shared array, which the last store lands in on a GPU.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int block_size = 64;

__global__ void stencil(int n, const float* in, float* out) {
  __shared__ float tile[block_size + 1];
  __shared__ float weight[4];
  int i = blockIdx.x * block_size + threadIdx.x;
  int t = threadIdx.x;
  if (t < 4) weight[t] = t == 0 ? 0.5f : 0.25f;
  tile[t + 1] = in[i];
  if (t == 0) tile[0] = i > 0 ? in[i - 1] : 0;
  int last = blockDim.x + 1;
  if (t == block_size - 1) tile[last] = i + 1 < n ? in[i + 1] : 0;  // FINDING out-of-bounds
  __syncthreads();
  float middle = weight[0] * tile[t + 1];
  out[i] = middle + weight[1] * tile[t] + weight[2] * tile[t + 2];  // FINDING out-of-bounds
}

int main() {
  const int n = 256;
  float h[n];
  for (int i = 0; i < n; ++i) h[i] = 1;
  float *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  stencil<<<n / block_size, block_size>>>(n, in, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g %g\n", h[0], h[63]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
