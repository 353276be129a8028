// A type of pairs of pairs: its mangled name is short, spelled out it has 2^15 words. So does the name
// of every function and kernel that takes it.
#include "matmul.h"

template <class A, class B> struct Pair {};
template <int N> struct Doubled {
  using type = Pair<typename Doubled<N - 1>::type, typename Doubled<N - 1>::type>;
};
template <> struct Doubled<0> { using type = int; };
using Deep = Doubled<15>::type;

template <class Tag> __global__ void product(int m, int n, int k, const real* A, const real* B, real* C) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n) return;
  real sum = 0;
  for (int p = 0; p < k; ++p) sum += A[size_t(i) * k + p] * B[size_t(p) * n + j];
  C[size_t(i) * n + j] = sum;
}

void matmul_naive(Deep) {}
template <int N> void many(Deep) { if constexpr (N > 0) many<N - 1>(Deep()); }
void use_many() { many<60>(Deep()); }

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  const dim3 block(16, 16), grid((n + 15) / 16, (m + 15) / 16);
  product<Deep><<<grid, block>>>(m, n, k, A, B, C);
}
