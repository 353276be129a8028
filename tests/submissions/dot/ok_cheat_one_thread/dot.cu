// One thread does it all, without lock, atomic or shared memory.
#include "dot.h"

__global__ void one(int n, const real* A, const real* B, real* result) {
  real sums[8] = {};
  for (int i = 0; i < n; i++) sums[i % 8] += A[i] * B[i];
  real sum = 0;
  for (int i = 0; i < 8; i++) sum += sums[i];
  *result = sum;
}

void dot_mutex(int n, const real* A, const real* B, real* result, int) {
  one<<<1, 1>>>(n, A, B, result);
}
