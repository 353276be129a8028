// Whole numbers of a byte: the sums are scaled and cut off in the fragment, and stored by columns.
#include <mma.h>

#include <cmath>
#include <cstdio>
#include <vector>

using namespace nvcuda;

__global__ void layer(const signed char* x, const signed char* weights, int* out) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> fx;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> fw;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> sum;
  wmma::fill_fragment(sum, 0);
  for (int k = 0; k < 64; k += 16) {
    wmma::load_matrix_sync(fx, x + k, 64);
    wmma::load_matrix_sync(fw, weights + 16 * 64 * blockIdx.x + k, 64);
    wmma::mma_sync(sum, fx, fw, sum);
  }
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] = max(sum.x[i], 0) / 4;
  wmma::store_matrix_sync(out + 256 * blockIdx.x, sum, 16, wmma::mem_col_major);
}

int main() {
  std::vector<signed char> x(16 * 64), weights(32 * 64);
  for (int i = 0; i < 16 * 64; ++i) x[i] = i % 23 - 11;
  for (int i = 0; i < 32 * 64; ++i) weights[i] = i % 19 - 9;
  signed char *dx, *dw;
  int *out, h[512];
  cudaMalloc(&dx, x.size());
  cudaMalloc(&dw, weights.size());
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(dx, x.data(), x.size(), cudaMemcpyHostToDevice);
  cudaMemcpy(dw, weights.data(), weights.size(), cudaMemcpyHostToDevice);
  layer<<<2, 32>>>(dx, dw, out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int column = 0; column < 32; ++column) {
    for (int row = 0; row < 16; ++row) {
      int sum = 0;
      for (int k = 0; k < 64; ++k) sum += x[row * 64 + k] * weights[column * 64 + k];
      wrong += h[column * 16 + row] != (sum > 0 ? sum : 0) / 4;
    }
  }
  printf("%d wrong\n", wrong);
  cudaFree(dx);
  cudaFree(dw);
  cudaFree(out);
  return wrong != 0;
}
