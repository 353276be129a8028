// Each lane multiplies as often as its own count says.
// HANGS
#include <mma.h>

#include <cstdio>

using namespace nvcuda;

__global__ void multiply(const int* counts, const __half* a, const __half* b, float* c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  wmma::load_matrix_sync(fa, a, 16);
  wmma::load_matrix_sync(fb, b, 16);
  for (int i = 0; i < counts[threadIdx.x]; ++i)
    wmma::mma_sync(sum, fa, fb, sum);                        // FINDING warp-mask ?
  wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);  // FINDING warp-mask ?
}

int main() {
  __half *a, *b;
  float* c;
  int *counts, h[32];
  for (int i = 0; i < 32; ++i) h[i] = 1 + i % 2;
  cudaMalloc(&a, 256 * sizeof(__half));
  cudaMalloc(&b, 256 * sizeof(__half));
  cudaMalloc(&c, 256 * sizeof(float));
  cudaMalloc(&counts, sizeof h);
  cudaMemset(a, 0, 256 * sizeof(__half));
  cudaMemset(b, 0, 256 * sizeof(__half));
  cudaMemcpy(counts, h, sizeof h, cudaMemcpyHostToDevice);
  multiply<<<1, 32>>>(counts, a, b, c);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  cudaFree(counts);
  return 0;
}
