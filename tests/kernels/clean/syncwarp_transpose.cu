// Each warp transposes tiles of 8×32 through its own part of shared memory; warps never wait for
// each other.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void transpose_rows(int tiles, const int* in, int* out) {
  __shared__ int all[2][8][33];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int(*s)[33] = all[warp];
  for (int tile = 2 * blockIdx.x + warp; tile < tiles; tile += 2 * gridDim.x) {
    for (int row = 0; row < 8; ++row) s[row][lane] = in[tile * 256 + row * 32 + lane];
    __syncwarp();
    for (int e = lane; e < 256; e += 32) out[tile * 256 + e] = s[e % 8][e / 8];
    __syncwarp();
  }
}

int main() {
  const int n = 1280;
  static int h[n], r[n];
  for (int i = 0; i < n; ++i) h[i] = (i * 7) % 23;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  transpose_rows<<<1, 64>>>(n / 256, in, out);
  cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    if (r[i] != h[i / 256 * 256 + i % 8 * 32 + i % 256 / 8]) ++wrong;
  return wrong != 0;
}
