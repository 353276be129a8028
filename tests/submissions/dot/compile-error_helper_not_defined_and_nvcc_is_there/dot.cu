#include "dot.h"
void report(int n);
__global__ void k(int n, const real* A, const real* B, real* r) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(r, A[i] * B[i]);
}
void dot_atomic(int n, const real* A, const real* B, real* result) {
  cudaMemset(result, 0, sizeof(real));
  report(n);
  k<<<1, 128>>>(n, A, B, result);
}
