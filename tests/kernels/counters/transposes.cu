// A matrix of 32 rows transposed: straight, and by a tile with and without a padding column.
#include "arrays.cuh"

constexpr int tile = 32, rows_at_once = 8, blocks = 3, rows = tile, columns = blocks * tile;

__global__ void transpose_naive(const float* in, float* out) {
  const int column = blockIdx.x * tile + threadIdx.x;
  for (int row = threadIdx.y; row < rows; row += rows_at_once)
    out[column * rows + row] = in[row * columns + column];
}

template <int Width>
__device__ void transpose(const float* in, float* out) {
  __shared__ float part[tile][Width];
  const int first = blockIdx.x * tile, x = threadIdx.x;
  for (int y = threadIdx.y; y < tile; y += rows_at_once) part[y][x] = in[y * columns + first + x];
  __syncthreads();
  for (int y = threadIdx.y; y < tile; y += rows_at_once) out[(first + y) * rows + x] = part[x][y];
}

__global__ void transpose_tiled(const float* in, float* out) { transpose<tile>(in, out); }

__global__ void transpose_padded(const float* in, float* out) { transpose<tile + 1>(in, out); }

int main() {
  const std::vector<float> values = numbers<float>(rows * columns);
  const DeviceArray<float> in(values), a(rows * columns), b(rows * columns), c(rows * columns);
  const dim3 block(tile, rows_at_once);
  transpose_naive<<<blocks, block>>>(in, a);
  transpose_tiled<<<blocks, block>>>(in, b);
  transpose_padded<<<blocks, block>>>(in, c);
  int wrong = 0;
  for (const DeviceArray<float>* out : {&a, &b, &c}) {
    const std::vector<float> got = out->values();
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column)
        wrong += !(got[column * rows + row] == values[row * columns + column]);
  }
  return verdict(wrong);
}
