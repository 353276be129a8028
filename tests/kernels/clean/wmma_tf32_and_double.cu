// Floats as tf32, and doubles, each in its own shape.
#include <mma.h>

#include <cmath>
#include <cstdio>
#include <vector>

using namespace nvcuda;

__global__ void floats(const float* a, const float* b, float* c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int k = 0; k < 16; k += 8) {
    wmma::load_matrix_sync(fa, a + k, 16);
    wmma::load_matrix_sync(fb, b + 16 * k, 16);
    for (int i = 0; i < fa.num_elements; ++i) fa.x[i] = wmma::__float_to_tf32(fa.x[i]);
    for (int i = 0; i < fb.num_elements; ++i) fb.x[i] = wmma::__float_to_tf32(fb.x[i]);
    wmma::mma_sync(sum, fa, fb, sum);
  }
  wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

__global__ void doubles(const double* a, const double* b, double* c) {
  wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 8, 8, 4, double> sum;
  wmma::fill_fragment(sum, 0.0);
  wmma::load_matrix_sync(fa, a, 4);
  wmma::load_matrix_sync(fb, b, 4);
  wmma::mma_sync(sum, fa, fb, sum);
  wmma::store_matrix_sync(c, sum, 8, wmma::mem_row_major);
}

int main() {
  float *a, *c;
  double *x, *y;
  cudaMallocManaged(&a, 256 * sizeof(float));
  cudaMallocManaged(&c, 256 * sizeof(float));
  cudaMallocManaged(&x, 32 * sizeof(double));
  cudaMallocManaged(&y, 64 * sizeof(double));
  for (int i = 0; i < 256; ++i) a[i] = i % 9 - 4;
  for (int i = 0; i < 32; ++i) x[i] = i;
  floats<<<1, 32>>>(a, a, c);
  doubles<<<1, 32>>>(x, x, y);
  cudaDeviceSynchronize();
  float sum = 0;
  for (int k = 0; k < 16; ++k) sum += a[2 * 16 + k] * a[16 * k + 3];
  const bool right = c[2 * 16 + 3] == sum && y[0] == 14.0;
  printf("%s\n", right ? "right" : "wrong");
  cudaFree(a);
  cudaFree(c);
  cudaFree(x);
  cudaFree(y);
  return right ? 0 : 1;
}
