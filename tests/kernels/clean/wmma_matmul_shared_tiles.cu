// Four warps share tiles of 32 by 32, two barriers a step.
#include <mma.h>

#include <cmath>
#include <cstdio>
#include <vector>

using namespace nvcuda;

__global__ void multiply(int n, const __half* a, const __half* b, float* c) {
  __shared__ __align__(32) __half ta[32][40], tb[32][40];
  int t = threadIdx.x, warp = t / 32, row = 32 * blockIdx.y, column = 32 * blockIdx.x;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int k0 = 0; k0 < n; k0 += 32) {
    for (int i = t; i < 1024; i += 128) {
      ta[i / 32][i % 32] = a[(row + i / 32) * n + k0 + i % 32];
      tb[i / 32][i % 32] = b[(k0 + i / 32) * n + column + i % 32];
    }
    __syncthreads();
    for (int k = 0; k < 32; k += 16) {
      wmma::load_matrix_sync(fa, &ta[warp / 2 * 16][k], 40);
      wmma::load_matrix_sync(fb, &tb[k][warp % 2 * 16], 40);
      wmma::mma_sync(sum, fa, fb, sum);
    }
    __syncthreads();
  }
  wmma::store_matrix_sync(c + (row + warp / 2 * 16) * n + column + warp % 2 * 16, sum, n,
                          wmma::mem_row_major);
}

int main() {
  const int n = 64;
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
  multiply<<<dim3(2, 2), 128>>>(n, da, db, dc);
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
