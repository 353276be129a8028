// Kernels launched by kernels and by what they call, in what is graded.
// UNTRUSTED
#include <cuda_runtime.h>

__global__ void leaf(int* p) { p[threadIdx.x] += 1; }

__device__ void go_on(int* p) {
  leaf<<<1, 32>>>(p);  // REFUSED kernel
}

__global__ void root(int depth, int* p) {
  if (depth == 0) return;
  go_on(p);
  root<<<1, 1>>>(depth - 1, p);  // REFUSED dynamic parallelism
}

int main() {
  int* p;
  cudaMalloc(&p, 128);
  root<<<1, 1>>>(3, p);
  return 0;
}
