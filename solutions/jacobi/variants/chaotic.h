// What the two chaotic variants, streams and hybrid, have in common.
//
// Theory of operation. In a chaotic relaxation a sweep reads x while others write it: some elements
// are newer than Jacobi's (as in Gauss–Seidel), some older. The numbers differ from run to run.
// With |M| as in the lab's sweep x ← M·x + c, it converges to the same x for every order of events
// if the spectral radius of |M| is below 1, which strict row dominance ensures, and if no element
// is used that is older than some fixed number of sweeps (Chazan and Miranker, Chaotic Relaxation,
// Linear Algebra and its Applications 2, 1969; Bertsekas and Tsitsiklis, Parallel and Distributed
// Computation, 1989, chapter 6). The events in both variants are there for that second condition
// alone: take them out, and one stream may run ahead as far as it likes.
//
// What is defined. Every element that is read while it may be written is a whole, aligned `real`,
// and the kernel reads and writes it through `volatile`, which PTX gives the meaning of relaxed
// accesses (PTX ISA, "ld": ld.volatile has the same semantics as ld.relaxed.sys): each access is
// one access, to memory and not to a register or a cache that nobody updates, and never half an old
// value and half a new one. Only a copy that runs beside a kernel, in streams, is more than CUDA
// promises: its memory model does not speak of copies. They move whole elements on every GPU that
// there is. `warpgrade check` calls it a race, and rightly: that it is harmless is a theorem about
// this iteration, which no checker knows.
#pragma once

#include "../jacobi.cu"

/// One sweep of `rows` rows from `first_row` on, one thread for each.
__global__ void chaotic_kernel(int n, int first_row, int rows, const real* A, const real* b,
                               const volatile real* x, volatile real* y) {
  const long long t = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (t >= rows) return;
  const long long i = first_row + t;
  const real* row = A + i * n;
  real sum = 0;
  for (int j = 0; j < n; ++j) {
    if (j != i) sum += row[j] * x[j];
  }
  y[i] = (b[i] - sum) / row[i];
}
