// The norm by shuffles: the 32 threads of a warp add up their squared changes in registers, the
// warps of a block theirs in shared memory, and one thread of the block does one atomicAdd. Beside
// a sweep, which waits for memory, that costs next to nothing; fetching the norm after every sweep,
// for which the GPU stands still, costs what is left on small grids.
#include "../poisson.cu"

int norm_reduce(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                real* u_old) {
  return poisson_norm(N, max_iterations, tolerance, delta2, f, u, u_old);
}
