// The next tiles are written while the other warp still reads the last ones.
#include <mma.h>

#include <cstdio>

using namespace nvcuda;

__global__ void multiply(int n, const __half* a, const __half* b, float* c) {
  __shared__ __align__(32) __half ta[32][16], tb[16][16];
  unsigned t = threadIdx.x, warp = t / 32;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int k = 0; k < n; k += 16) {
    for (unsigned i = t; i < 512; i += 64)
      ta[i / 16][i % 16] = a[i / 16 * n + k + i % 16];  // FINDING race ?1
    for (unsigned i = t; i < 256; i += 64)
      tb[i / 16][i % 16] = b[(k + i / 16) * 16 + i % 16];  // FINDING race ?2
    __syncthreads();
    wmma::load_matrix_sync(fa, &ta[16 * warp][0], 16);  // FINDING race ?1
    wmma::load_matrix_sync(fb, &tb[0][0], 16);          // FINDING race ?2
    wmma::mma_sync(sum, fa, fb, sum);
  }
  wmma::store_matrix_sync(c + 256 * warp, sum, 16, wmma::mem_row_major);
}

int main() {
  __half *a, *b;
  float* c;
  cudaMalloc(&a, 2048 * sizeof(__half));
  cudaMalloc(&b, 1024 * sizeof(__half));
  cudaMalloc(&c, 512 * sizeof(float));
  cudaMemset(a, 0, 2048 * sizeof(__half));
  cudaMemset(b, 0, 1024 * sizeof(__half));
  multiply<<<1, 64>>>(64, a, b, c);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return 0;
}
