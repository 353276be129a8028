// The even warps multiply, the odd ones do something else, and all meet at the barrier.
#include <mma.h>

#include <cmath>
#include <cstdio>
#include <vector>

using namespace nvcuda;

__global__ void multiply(int n, const __half* a, const __half* b, float* c) {
  __shared__ int others;
  int warp = threadIdx.x / 32;
  if (threadIdx.x == 0) others = 0;
  __syncthreads();
  if (warp % 2 == 0) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    int column = 16 * (warp / 2), row = 16 * blockIdx.x;
    for (int k = 0; k < n; k += 16) {
      wmma::load_matrix_sync(fa, a + row * n + k, n);
      wmma::load_matrix_sync(fb, b + k * n + column, n);
      wmma::mma_sync(sum, fa, fb, sum);
    }
    wmma::store_matrix_sync(c + row * n + column, sum, n, wmma::mem_row_major);
  } else {
    atomicAdd(&others, 1);
  }
  __syncthreads();
}

int main() {
  const int n = 32;
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
  multiply<<<2, 128>>>(n, da, db, dc);
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
