// Half of the grid on each of two devices. Only the planes where they meet travel, straight from
// device to device, while the rest is computed. On a machine with one GPU both halves lie on that
// one, as two virtual devices with the same streams, events and copies: that shows that it is
// right, not that it is faster.
#include "../poisson.cu"

void dual(int N, int iterations, real delta2, const real* f, real* u) {
  poisson_dual(N, iterations, delta2, f, u);
}
