// The smallest step from a CPU program: the loop over i becomes a kernel with one thread for each
// row, and unified memory spares every cudaMemcpy. The host copies the result back after each
// sweep, so pages travel from device to host and back thousands of times: for a small system that
// costs more than the sweeps themselves.
#include "../jacobi.cu"

void unified(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  jacobi_unified(n, iterations, A, b, x, block_size);
}
