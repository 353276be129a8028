// Tiles are filled with zeros beyond the edges, and results leave through shared memory.
#include <mma.h>

#include <cmath>
#include <cstdio>
#include <vector>

using namespace nvcuda;

__global__ void multiply(int n, const __half* a, const __half* b, float* c) {
  __shared__ __align__(32) __half ta[16][24], tb[16][24];
  __shared__ __align__(32) float tc[16][16];
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  int row = 16 * blockIdx.y, column = 16 * blockIdx.x;
  for (int k = 0; k < n; k += 16) {
    for (int i = threadIdx.x; i < 256; i += 32) {
      int r = i / 16, q = i % 16;
      ta[r][q] = row + r < n && k + q < n ? a[(row + r) * n + k + q] : __float2half(0.0f);
      tb[r][q] = k + r < n && column + q < n ? b[(k + r) * n + column + q] : __float2half(0.0f);
    }
    __syncwarp();
    wmma::load_matrix_sync(fa, &ta[0][0], 24);
    wmma::load_matrix_sync(fb, &tb[0][0], 24);
    wmma::mma_sync(sum, fa, fb, sum);
    __syncwarp();
  }
  wmma::store_matrix_sync(&tc[0][0], sum, 16, wmma::mem_row_major);
  __syncwarp();
  for (int i = threadIdx.x; i < 256; i += 32)
    if (row + i / 16 < n && column + i % 16 < n)
      c[(row + i / 16) * n + column + i % 16] = tc[i / 16][i % 16];
}

int main() {
  const int n = 41;
  std::vector<__half> a(n * n), b(n * n);
  std::vector<float> c(n * n);
  for (int i = 0; i < n * n; ++i) a[i] = __int2half_rn(i % 5 - 2), b[i] = __int2half_rn(i % 7 - 3);
  __half *da, *db;
  float* dc;
  cudaMalloc(&da, n * n * sizeof(__half));
  cudaMalloc(&db, n * n * sizeof(__half));
  cudaMalloc(&dc, n * n * sizeof(float));
  cudaMemcpy(da, a.data(), n * n * sizeof(__half), cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), n * n * sizeof(__half), cudaMemcpyHostToDevice);
  multiply<<<dim3(3, 3), 32>>>(n, da, db, dc);
  cudaMemcpy(c.data(), dc, n * n * sizeof(float), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int r = 0; r < n; ++r) {
    for (int q = 0; q < n; ++q) {
      float sum = 0;
      for (int i = 0; i < n; ++i) sum += __half2float(a[r * n + i]) * __half2float(b[i * n + q]);
      wrong += c[r * n + q] != sum;
    }
  }
  printf("%d wrong\n", wrong);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
  return wrong != 0;
}
