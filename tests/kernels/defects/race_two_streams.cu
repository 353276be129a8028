// A second stream reads what the first one writes, and nothing orders the two.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void produce(int n, float* a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i;  // FINDING race ?
}

__global__ void consume(int n, const float* a, float* b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = 2 * a[i];  // FINDING race ?
}

int main() {
  const int n = 128;
  float *a, *b;
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMemset(a, 0, n * sizeof(float));
  produce<<<2, 64, 0, first>>>(n, a);
  consume<<<2, 64, 0, second>>>(n, a, b);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  printf("done\n");
  return 0;
}
