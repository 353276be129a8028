#include "matmul.h"

template <int N>
struct Unroll {
  static __device__ real sum(const real* a, const real* b, int n) {
    return a[N] * b[N * n] + Unroll<N + 1>::sum(a, b, n);
  }
};

__global__ void product(int n, int k, const real* A, const real* B, real* C) {
  C[blockIdx.x * n + threadIdx.x] = Unroll<0>::sum(A + blockIdx.x * k, B + threadIdx.x, n);
}

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  product<<<m, n>>>(n, k, A, B, C);
}
