// The tile's row is 16 long, and its element 16 is read: that is the next row's first one.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int size = 16;

__global__ void gradient(const float* in, float* out) {
  __shared__ float tile[size + 1][size];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * size + x];
  if (y == 0) tile[size][x] = 0;
  __syncthreads();
  out[y * size + x] = tile[y][x + 1] - tile[y][x];  // FINDING out-of-bounds|local-array
}

int main() {
  float h[size * size];
  for (int i = 0; i < size * size; ++i) h[i] = i % size;
  float *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  gradient<<<1, dim3(size, size)>>>(in, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g %g\n", h[0], h[15]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
