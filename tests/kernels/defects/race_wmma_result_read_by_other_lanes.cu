// The result is stored to shared memory, and each lane reads what others stored.
#include <mma.h>

#include <cstdio>

using namespace nvcuda;

__global__ void multiply(const __half* a, const __half* b, float* c) {
  __shared__ __align__(32) float tile[16 * 16];
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  wmma::load_matrix_sync(fa, a, 16);
  wmma::load_matrix_sync(fb, b, 16);
  wmma::mma_sync(sum, fa, fb, sum);
  wmma::store_matrix_sync(tile, sum, 16, wmma::mem_row_major);                   // OTHER ?
  for (int i = threadIdx.x; i < 256; i += 32) c[i] = tile[i] > 0 ? tile[i] : 0;  // FINDING race
}

int main() {
  __half *a, *b;
  float* c;
  cudaMalloc(&a, 256 * sizeof(__half));
  cudaMalloc(&b, 256 * sizeof(__half));
  cudaMalloc(&c, 256 * sizeof(float));
  cudaMemset(a, 0, 256 * sizeof(__half));
  cudaMemset(b, 0, 256 * sizeof(__half));
  multiply<<<1, 32>>>(a, b, c);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return 0;
}
