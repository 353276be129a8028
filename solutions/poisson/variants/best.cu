// Several sweeps in one pass over memory: a block walks through the grid with three generations of
// u in registers and shared memory, and only the last one is written. So the limit that one sweep a
// pass has, memory, is passed. The norm of each of these sweeps is known, and the host looks at
// them in batches, so that the GPU does not wait for it.
#include "../poisson.cu"

int best(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
         real* u_old) {
  return poisson_best(N, max_iterations, tolerance, delta2, f, u, u_old);
}
