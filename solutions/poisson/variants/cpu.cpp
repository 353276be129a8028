// The baseline of all speedups: the sweep as three loops, on all cores of the CPU. Planes go to the
// threads, so that each reads and writes one piece of memory; the loop along k is left to the
// compiler's vector instructions. Memory limits it, as it does the GPU.
#include "poisson.h"

#include <utility>

void cpu(int N, int iterations, real delta2, const real* f, real* u, real* u_old) {
  const long long row = N, plane = row * N;
  real *from = u, *to = u_old;                   // both hold the start
  if (iterations % 2 != 0) std::swap(from, to);  // the last sweep writes u
  for (int done = 0; done < iterations; ++done) {
#pragma omp parallel for
    for (int i = 1; i < N - 1; ++i) {
      for (int j = 1; j < N - 1; ++j) {
        const long long first = i * plane + j * row;
        const real* old = from + first;
        const real* source = f + first;
        real* now = to + first;
#pragma omp simd
        for (int k = 1; k < N - 1; ++k) {
          now[k] = (old[k - plane] + old[k + plane] + old[k - row] + old[k + row] + old[k - 1] +
                    old[k + 1] + delta2 * source[k]) *
                   (real(1) / 6);
        }
      }
    }
    std::swap(from, to);
  }
}
