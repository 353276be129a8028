// Auteur : hélène -- enregistré en Latin-1
#include "launch.cuh"
#include "matmul.h"

#include <algorithm>
#include <array>
#include <cstdio>

template <int Width, int Height, typename T>
__global__ void product(const dim3 size, const T* __restrict__ a, const T* __restrict__ b,
                        T* __restrict__ c) {
  const unsigned col = threadIdx.x + blockIdx.x * Width, row = threadIdx.y + blockIdx.y * Height;
  if (!(row + col + threadIdx.z)) printf("[matmul] first block of %u x %u\n", gridDim.x, gridDim.y);
  if (col >= size.y || row >= size.x) return;
  T acc{};
  for (auto p = 0u; p != size.z; ++p) {
    acc = fma(a[size_t(row) * size.z + p], b[size_t(p) * size.y + col], acc);
  }
  c[size_t(row) * size.y + col] = acc;
}

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  const auto empty = [](auto... sizes) {
    const std::array<int, sizeof...(sizes)> all{sizes...};
    return std::any_of(all.begin(), all.end(), [](int s) { return s == 0; });
  };
  if (empty(m, n)) return;
  auto blocks = [](int whole, int part) { return (whole + part - 1) / part; };
  cudaStream_t own;
  CHECKED(cudaStreamCreate(&own));
  LAUNCH((product<64, 4, real>), dim3(blocks(n, 64), blocks(m, 4)), dim3(64, 4), own, dim3(m, n, k),
         A, B, C);
  CHECKED(cudaStreamSynchronize(own));
  CHECKED(cudaStreamDestroy(own));
}
