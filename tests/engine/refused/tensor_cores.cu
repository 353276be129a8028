// What tensor cores can beside the documented shapes of wmma.
#include <mma.h>

using namespace nvcuda;

__global__ void multiply(const void* a) {
  wmma::fragment<wmma::matrix_a, 8, 8, 32, wmma::experimental::precision::s4,  // REFUSED 4-bit
                 wmma::row_major>
      fa;
  wmma::load_matrix_sync(fa, a, 32);
}

int main() { return 0; }
