// Tiles of halves in shared memory are read before all of them are there.
#include <cuda_fp16.h>

#include <cstdio>

__global__ void turn(const __half* in, __half* out) {
  __shared__ __half tile[16][18];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[16 * y + x];   // OTHER ?
  out[16 * y + x] = tile[x][y];  // FINDING race, MAYBE uninitialized
}

int main() {
  __half *in, *out;
  cudaMalloc(&in, 256 * sizeof(__half));
  cudaMalloc(&out, 256 * sizeof(__half));
  cudaMemset(in, 0, 256 * sizeof(__half));
  turn<<<1, dim3(16, 16)>>>(in, out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaFree(in);
  cudaFree(out);
  return 0;
}
