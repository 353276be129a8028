#include "matmul.h"

__global__ void naive(int, int, int, const real*, const real*, real*) {
  // later
}

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  naive<<<1, 1>>>(m, n, k, A, B, C);
}
