// Threads hand structures on through shared memory, by calls that are not inlined, without a
// barrier.
#include <cuda_runtime.h>

struct Vector {
  double x, y, z;
};

__device__ __noinline__ Vector add(Vector a, Vector b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }

__global__ void neighbors(const Vector* a, Vector* c) {
  __shared__ Vector s[128];
  const int t = threadIdx.x;
  s[t] = add(a[t], a[t]);        // FINDING race ?
  c[t] = add(s[t], s[127 - t]);  // FINDING race ?
}

int main() {
  Vector *a, *c;
  cudaMalloc(&a, 128 * sizeof(Vector));
  cudaMalloc(&c, 128 * sizeof(Vector));
  cudaMemset(a, 0, 128 * sizeof(Vector));
  neighbors<<<1, 128>>>(a, c);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(c);
  return 0;
}
