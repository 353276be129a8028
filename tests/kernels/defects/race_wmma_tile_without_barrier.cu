// Two warps fill the tiles and both read all of them, without a barrier between.
#include <mma.h>

#include <cstdio>

using namespace nvcuda;

__global__ void multiply(const __half* a, const __half* b, float* c) {
  __shared__ __align__(32) __half ta[16 * 16], tb[16 * 16];
  unsigned t = threadIdx.x;
  for (unsigned i = t; i < 256; i += 64) {
    ta[i] = a[i];  // OTHER ?
    tb[i] = b[i];  // OTHER ?
  }
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  wmma::load_matrix_sync(fa, ta, 16);  // FINDING race, MAYBE uninitialized
  wmma::load_matrix_sync(fb, tb, 16);  // FINDING race, MAYBE uninitialized
  wmma::mma_sync(sum, fa, fb, sum);
  wmma::store_matrix_sync(c + t / 32 * 256, sum, 16, wmma::mem_row_major);
}

int main() {
  __half *a, *b;
  float* c;
  cudaMalloc(&a, 256 * sizeof(__half));
  cudaMalloc(&b, 256 * sizeof(__half));
  cudaMalloc(&c, 512 * sizeof(float));
  cudaMemset(a, 0, 256 * sizeof(__half));
  cudaMemset(b, 0, 256 * sizeof(__half));
  multiply<<<1, 64>>>(a, b, c);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return 0;
}
