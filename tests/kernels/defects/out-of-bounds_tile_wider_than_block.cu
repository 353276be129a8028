// Tiles of 16×16 and blocks of 16×17: the last row of threads stores outside the tile.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int T = 16;

__global__ void transpose(int n, const float* in, float* out) {
  __shared__ float tile[T][T];
  int x = blockIdx.x * T + threadIdx.x;
  int y = blockIdx.y * T + threadIdx.y;
  float* flat = &tile[0][0];
  if (x < n && y < n) flat[threadIdx.y * T + threadIdx.x] = in[y * n + x];  // FINDING out-of-bounds
  __syncthreads();
  if (threadIdx.y < T) {
    x = blockIdx.y * T + threadIdx.x;
    y = blockIdx.x * T + threadIdx.y;
    if (x < n && y < n) out[y * n + x] = tile[threadIdx.x][threadIdx.y];
  }
}

int main() {
  const int n = 32;
  static float h[n * n];
  for (int i = 0; i < n * n; ++i) h[i] = i;
  float *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  transpose<<<dim3(2, 2), dim3(T, T + 1)>>>(n, in, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", h[1]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
