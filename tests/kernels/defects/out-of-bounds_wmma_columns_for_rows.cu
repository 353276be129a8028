// A result of 16 rows and 48 columns is stored by columns, with the stride of its rows.
#include <mma.h>

#include <cstdio>

using namespace nvcuda;

__global__ void multiply(const __half* a, const __half* b, float* c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  wmma::load_matrix_sync(fa, a, 16);
  wmma::load_matrix_sync(fb, b + 16 * blockIdx.x, 48);
  wmma::mma_sync(sum, fa, fb, sum);
  float* to = c + 16 * 16 * blockIdx.x;
  wmma::store_matrix_sync(to, sum, 48, wmma::mem_col_major);  // FINDING out-of-bounds, MAYBE race
}

int main() {
  __half *a, *b;
  float* c;
  cudaMalloc(&a, 256 * sizeof(__half));
  cudaMalloc(&b, 768 * sizeof(__half));
  cudaMalloc(&c, 768 * sizeof(float));
  cudaMemset(a, 0, 256 * sizeof(__half));
  cudaMemset(b, 0, 768 * sizeof(__half));
  multiply<<<3, 32>>>(a, b, c);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return 0;
}
