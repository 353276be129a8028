// Transposition through a padded tile, 32×8 threads for a tile of 32×32, with edges.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int tile_size = 32, block_rows = 8;

__global__ void transpose(int rows, int columns, const float* in, float* out) {
  __shared__ float tile[tile_size][tile_size + 1];
  int x = blockIdx.x * tile_size + threadIdx.x;
  int y = blockIdx.y * tile_size + threadIdx.y;
  for (int j = 0; j < tile_size; j += block_rows)
    if (x < columns && y + j < rows) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * columns + x];
  __syncthreads();
  x = blockIdx.y * tile_size + threadIdx.x;
  y = blockIdx.x * tile_size + threadIdx.y;
  for (int j = 0; j < tile_size; j += block_rows)
    if (x < rows && y + j < columns) out[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main() {
  const int rows = 45, columns = 70;
  static float h[rows * columns], r[rows * columns];
  float *in, *out;
  int wrong = 0;
  for (int i = 0; i < rows * columns; ++i) h[i] = i;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  transpose<<<dim3(3, 2), dim3(tile_size, block_rows)>>>(rows, columns, in, out);
  cudaMemcpy(r, out, sizeof(h), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      if (r[j * rows + i] != h[i * columns + j]) ++wrong;
  return wrong != 0;
}
