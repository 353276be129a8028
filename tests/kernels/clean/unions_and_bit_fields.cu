// Unions, reinterpreted bits, and bit fields of which each thread has a word of its own.
#include <cuda_runtime.h>

#include <cstdio>

union Bits {
  float f;
  unsigned u;
};

struct Cell {
  unsigned kind : 3;
  unsigned count : 12;
  unsigned seen : 1;
};

union Room {
  float floats[64];
  int ints[64];
};

__global__ void mixed(int n, const float* in, unsigned* exponents, Cell* cells) {
  __shared__ Room room;
  const int t = threadIdx.x;
  room.floats[t] = in[t % n];
  __syncthreads();
  Bits b;
  b.f = room.floats[63 - t];
  const unsigned exponent = b.u >> 23 & 0xff;
  __syncthreads();
  room.ints[t] = t;
  __syncthreads();
  if (t >= n) return;
  exponents[t] = exponent;
  cells[t].kind = room.ints[63 - t] % 8;
  cells[t].count = 3 * t;
  cells[t].seen = 1;
}

int main() {
  const int n = 50;
  float h[n], *in;
  unsigned exponents[n], *dexponents;
  Cell cells[n], *dcells;
  for (int i = 0; i < n; ++i) h[i] = 1 << i % 10;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&dexponents, sizeof(exponents));
  cudaMalloc(&dcells, sizeof(cells));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(dcells, 0, sizeof(cells));
  mixed<<<1, 64>>>(n, in, dexponents, dcells);
  cudaMemcpy(exponents, dexponents, sizeof(exponents), cudaMemcpyDeviceToHost);
  cudaMemcpy(cells, dcells, sizeof(cells), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(dexponents);
  cudaFree(dcells);
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    if (exponents[i] != 127u + (63 - i) % n % 10) ++wrong;
    if (cells[i].kind != (63 - i) % 8 || cells[i].count != 3 * i || cells[i].seen != 1) ++wrong;
  }
  return wrong != 0;
}
