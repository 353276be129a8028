// One thread for each point, 512 threads a block. It reads each of the seven values that it needs
// itself, but neighbors' loads meet in the caches, so that memory moves hardly more than u, f and
// the result once: three numbers a point and sweep, which is what limits it.
#include "../poisson.cu"

void naive(int N, int iterations, real delta2, const real* f, real* u, real* u_old) {
  poisson_naive(N, iterations, delta2, f, u, u_old);
}
