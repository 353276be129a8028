// The matrices have 40 rows and columns, the tiles 16: the last row and column of tiles reach
// beyond.
#include <mma.h>

#include <cstdio>

using namespace nvcuda;

__global__ void multiply(int n, const __half* a, const __half* b, float* c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  int row = 16 * blockIdx.y, column = 16 * blockIdx.x;
  for (int k = 0; k < n; k += 16) {
    wmma::load_matrix_sync(fa, a + row * n + k, n);     // FINDING out-of-bounds ?
    wmma::load_matrix_sync(fb, b + k * n + column, n);  // FINDING out-of-bounds ?
    wmma::mma_sync(sum, fa, fb, sum);
  }
  float* to = c + row * n + column;
  wmma::store_matrix_sync(to, sum, n, wmma::mem_row_major);  // MAYBE out-of-bounds, MAYBE race
}

int main() {
  __half *a, *b;
  float* c;
  cudaMalloc(&a, 1600 * sizeof(__half));
  cudaMalloc(&b, 1600 * sizeof(__half));
  cudaMalloc(&c, 1600 * sizeof(float));
  cudaMemset(a, 0, 1600 * sizeof(__half));
  cudaMemset(b, 0, 1600 * sizeof(__half));
  multiply<<<dim3(3, 3), 32>>>(40, a, b, c);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return 0;
}
