// The result of a call that is not inlined goes past the end of the array.
#include <cuda_runtime.h>

struct Pair {
  int index;
  float value;
};

__device__ __noinline__ Pair pair_of(int i) { return {i, i * 0.5f}; }

__global__ void fill(int n, Pair* p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) p[i] = pair_of(i);  // FINDING out-of-bounds
}

int main() {
  const int n = 64;
  Pair* p;
  cudaMalloc(&p, n * sizeof(Pair));
  fill<<<3, 32>>>(n, p);
  cudaDeviceSynchronize();
  cudaFree(p);
  return 0;
}
