// The definition, written down: three nested loops on one core. The innermost walks down a column
// of B, a new cache line in every step, so the processor waits for memory most of the time. Between
// this and cpu-blas lie blocking for the caches, vector instructions and the other cores.
#include <cstddef>

#include "matmul.h"

void cpu_loop(int m, int n, int k, const real* A, const real* B, real* C) {
  const std::size_t rows = m, columns = n, terms = k;
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      real sum = 0;
      for (std::size_t p = 0; p < terms; ++p) sum += A[i * terms + p] * B[p * columns + j];
      C[i * columns + j] = sum;
    }
  }
}
