// Nothing orders two streams, however many blocks run between their kernels.
#include <cuda_runtime.h>

__global__ void nothing() {}

__global__ void fill(int n, float* a, float value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = value;  // FINDING race
}

__global__ void fill_bytes(int n, char* a, char value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[2 * i] = value;  // FINDING race
}

int main() {
  const int n = 128;
  float* a;
  char* bytes;
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&bytes, 2 * n);
  fill<<<2, 64, 0, first>>>(n, a, 1);
  fill_bytes<<<2, 64, 0, first>>>(n, bytes, 1);
  nothing<<<1700000, 1, 0, second>>>();
  fill<<<2, 64, 0, second>>>(n, a, 2);
  fill_bytes<<<2, 64, 0, second>>>(n, bytes, 2);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(bytes);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  return 0;
}
