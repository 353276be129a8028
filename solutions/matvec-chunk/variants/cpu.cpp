// The CPU, all cores: a loop over the products, M and N known to the compiler. The baseline of the
// speedups. A is transposed, so that the innermost loop runs along neighbors and is vectorised: M
// sums at a time, as in o-lbuf.
#include "matvec-chunk.h"

static real transposed[N][M];

/// Here A is in host memory.
void fill_matrix(const real* A) {
  for (int i = 0; i < M; ++i) {
    for (int j = 0; j < N; ++j) transposed[j][i] = A[i * N + j];
  }
}

void cpu(int S, const real* in, real* out, int blocks, int threads) {
  (void)blocks, (void)threads;
#pragma omp parallel for schedule(static)
  for (int h = 0; h < S; ++h) {
    const real* v = in + static_cast<long long>(h) * N;
    real sum[M] = {};
    for (int j = 0; j < N; ++j) {
      for (int i = 0; i < M; ++i) sum[i] += transposed[j][i] * v[j];
    }
    real* u = out + static_cast<long long>(h) * M;
    for (int i = 0; i < M; ++i) u[i] = sum[i];
  }
}
