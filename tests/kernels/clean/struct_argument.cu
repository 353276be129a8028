// Structures go straight from memory into a call that is not inlined, and back.
#include <cuda_runtime.h>

struct Vector {
  double x, y, z;
};

__device__ __noinline__ Vector add(Vector a, Vector b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }

__global__ void sums(int n, const Vector* a, Vector* c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) c[i] = add(a[i], a[i + 1]);
}

int main() {
  const int n = 100;
  Vector *a, *c;
  cudaMalloc(&a, n * sizeof(Vector));
  cudaMalloc(&c, n * sizeof(Vector));
  cudaMemset(a, 0, n * sizeof(Vector));
  sums<<<1, 128>>>(n, a, c);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(c);
  return 0;
}
