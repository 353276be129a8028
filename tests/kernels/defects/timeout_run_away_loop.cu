// A solver that waits for a difference of exactly zero, which it keeps from getting there.
// TIMEOUT HANGS
#include <cuda_runtime.h>

#include <cstdio>

__global__ void iterate(int n, float* x, int* rounds) {
  int i = threadIdx.x;
  if (i >= n) return;
  float difference = 1;
  int r = 0;
  while (difference != 0) {           // FINDING endless-loop ?
    float old = x[i];                 // FINDING endless-loop ?
    x[i] = 0.5f * old + 1;            // FINDING endless-loop ?
    difference = x[i] - old + 1e-3f;  // FINDING endless-loop ?
    ++r;                              // FINDING endless-loop ?
  }
  rounds[i] = r;
}

int main() {
  float* x;
  int* rounds;
  cudaMalloc(&x, 32 * sizeof(float));
  cudaMalloc(&rounds, 32 * sizeof(int));
  cudaMemset(x, 0, 32 * sizeof(float));
  iterate<<<1, 32>>>(32, x, rounds);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(x);
  cudaFree(rounds);
  return 0;
}
