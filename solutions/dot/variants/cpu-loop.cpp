// The serial loop: one core, one sum. In float each addition waits for the one before, since a
// compiler may not change the order of a floating-point sum: that, and not the memory, is the
// limit.
#include "dot.h"

void cpu_loop(int n, const real* A, const real* B, real* result) {
  real sum = 0;
  for (int i = 0; i < n; ++i) sum += A[i] * B[i];
  *result = sum;
}
