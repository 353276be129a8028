// The first warp multiplies two 16 x 16 matrices.
#include <mma.h>

#include <cstdio>

using namespace nvcuda;

__global__ void multiply(const half* a, const half* b, float* c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  if (threadIdx.x < 32) {
    wmma::fill_fragment(fc, 0.0f);
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, b, 16);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
  }
  __syncthreads();
}

int main() {
  half *a, *b;
  float* c;
  cudaMallocManaged(&a, 256 * sizeof(half));
  cudaMallocManaged(&b, 256 * sizeof(half));
  cudaMallocManaged(&c, 256 * sizeof(float));
  for (int i = 0; i < 256; ++i) a[i] = b[i] = i % 3;
  multiply<<<1, 64>>>(a, b, c);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  printf("%g\n", c[17]);  // should print 26
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
