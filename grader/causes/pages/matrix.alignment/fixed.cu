// Two 16 x 16 matrices out of larger ones, whose rows are padded to 24
// numbers.
#include <mma.h>

#include <cstdio>

using namespace nvcuda;

__global__ void multiply(const half* a, const half* b, float* c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  wmma::load_matrix_sync(fa, a, 24);
  wmma::load_matrix_sync(fb, b, 24);
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
}

int main() {
  half *a, *b;
  float* c;
  cudaMallocManaged(&a, 384 * sizeof(half));
  cudaMallocManaged(&b, 384 * sizeof(half));
  cudaMallocManaged(&c, 256 * sizeof(float));
  for (int i = 0; i < 384; ++i) a[i] = b[i] = i % 3;
  multiply<<<1, 32>>>(a, b, c);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  printf("%g\n", c[17]);  // should print 15
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
