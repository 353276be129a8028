// Rows in shared memory that do not begin at multiples of 16 bytes: ldmatrix cannot read them.
// Bytes that have to be transposed are read one by one, and that is only not allowed.
#include <mma.h>

#include <cstdio>

using namespace nvcuda;

__global__ void half_a_vector_late(const __half* a, float* c) {
  __shared__ __align__(32) __half s[512];
  for (int i = threadIdx.x; i < 512; i += 32) s[i] = a[i];
  __syncwarp();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::col_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  wmma::load_matrix_sync(fa, s + 4, 16);  // FINDING misaligned
  wmma::load_matrix_sync(fb, s, 16);
  wmma::mma_sync(sum, fa, fb, sum);
  wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

__global__ void rows_of_20_bytes(const signed char* a, int* c) {
  __shared__ __align__(32) signed char s[512];
  for (int i = threadIdx.x; i < 512; i += 32) s[i] = a[i];
  __syncwarp();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> sum;
  wmma::fill_fragment(sum, 0);
  wmma::load_matrix_sync(fa, s, 20);  // FINDING misaligned
  wmma::load_matrix_sync(fb, s, 20);  // FINDING misaligned advice
  wmma::mma_sync(sum, fa, fb, sum);
  wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

int main() {
  __half* a;
  signed char* bytes;
  float* c;
  int* counts;
  cudaMallocManaged(&a, 512 * sizeof(__half));
  cudaMallocManaged(&bytes, 512);
  cudaMalloc(&c, 256 * sizeof(float));
  cudaMalloc(&counts, 256 * sizeof(int));
  for (int i = 0; i < 512; ++i) {
    a[i] = __float2half(i % 5);
    bytes[i] = static_cast<signed char>(i % 7);
  }
  half_a_vector_late<<<1, 32>>>(a, c);
  rows_of_20_bytes<<<1, 32>>>(bytes, counts);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(a);
  cudaFree(bytes);
  cudaFree(c);
  cudaFree(counts);
  return 0;
}
