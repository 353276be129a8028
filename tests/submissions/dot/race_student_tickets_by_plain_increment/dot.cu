#include "dot.h"

constexpr int T = 128;
constexpr int MAXB = 240;

__device__ real part[MAXB];
__device__ unsigned int finished = 0;

// tree with T = 128 threads
__device__ real tree(real* s) {
  const int t = threadIdx.x;
  for (int d = T / 2; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) s[t] += s[t + d];
  }
  __syncthreads();
  return s[0];
}

// like the sample threadFenceReduction
__global__ void one_pass(int n, const real* A, const real* B, real* result) {
  __shared__ real s[T];
  __shared__ bool amLast;
  const int t = threadIdx.x;
  real x = 0;
  for (long long i = blockIdx.x * T + t; i < n; i += gridDim.x * T) x += A[i] * B[i];
  s[t] = x;
  const real all = tree(s);
  if (t == 0) {
    part[blockIdx.x] = all;
    __threadfence();
    unsigned int ticket;
    ticket = finished++;
    amLast = (ticket == gridDim.x - 1);
    __threadfence();
  }
  __syncthreads();
  if (amLast) {
    x = 0;
    for (int i = t; i < gridDim.x; i += T) x += part[i];
    s[t] = x;
    const real total = tree(s);
    if (t == 0) {
      *result = total;
      finished = 0;   // for the next call
    }
  }
}

void dot_best(int n, const real* A, const real* B, real* result) {
  int blocks = n / (8 * T) + 1;
  if (blocks > MAXB) blocks = MAXB;
  one_pass<<<blocks, T>>>(n, A, B, result);
}
