// Particles as a struct of arrays, passed by value; one array is allocated too short.
#include <cuda_runtime.h>

#include <cstdio>

struct Particles {
  float* x;
  float* v;
  int count;
};

__global__ void push(Particles p, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= p.count) return;
  float v = p.v[i];  // FINDING out-of-bounds
  p.x[i] += dt * v;
}

int main() {
  Particles p;
  p.count = 120;
  cudaMalloc(&p.x, p.count * sizeof(float));
  cudaMalloc(&p.v, 100 * sizeof(float));
  cudaMemset(p.x, 0, p.count * sizeof(float));
  cudaMemset(p.v, 0, 100 * sizeof(float));
  push<<<4, 32>>>(p, 0.1f);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaFree(p.x);
  cudaFree(p.v);
  return 0;
}
