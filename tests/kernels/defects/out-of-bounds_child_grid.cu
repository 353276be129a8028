// A grid that a kernel launches goes past the end of the last row.
// NVCC: -rdc=true
#include <cuda_runtime.h>

__global__ void scale(int n, float by, float* v) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n + 1) v[i] *= by;  // FINDING out-of-bounds
}

__global__ void rows(int n, float* v) {
  const int row = threadIdx.x;
  v[row * n] = row;
  scale<<<1, 64>>>(n, 2, v + row * n);
}

int main() {
  const int n = 40;
  float* v;
  cudaMalloc(&v, 32 * n * sizeof(float));
  cudaMemset(v, 0, 32 * n * sizeof(float));
  rows<<<1, 32>>>(n, v);
  scale<<<20, 64>>>(32 * n, 0.5f, v);
  cudaDeviceSynchronize();
  cudaFree(v);
  return 0;
}
