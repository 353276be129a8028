// The matrix fragments of wmma (without their header, which is refused by itself).
#include <cuda_runtime.h>

using namespace nvcuda;  // REFUSED tensor

__global__ void multiply(const half* a, const half* b, float* c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;  // REFUSED tensor
  nvcuda::wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;       // REFUSED tensor
  wmma::fill_fragment(fc, 0.0f);                                         // REFUSED tensor
}

int main() { return 0; }
