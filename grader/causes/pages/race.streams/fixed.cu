// One stream fills an array, another one doubles it.
#include <cstdio>

__global__ void fill(int n, int* a) {
  if (threadIdx.x < n) a[threadIdx.x] = threadIdx.x;
}

__global__ void twice(int n, int* a) {
  if (threadIdx.x < n) a[threadIdx.x] *= 2;
}

int main() {
  const int n = 64;
  int* a;
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaEvent_t filled;
  cudaEventCreate(&filled);
  cudaMallocManaged(&a, n * sizeof(int));
  fill<<<1, n, 0, first>>>(n, a);
  cudaEventRecord(filled, first);
  cudaStreamWaitEvent(second, filled);
  twice<<<1, n, 0, second>>>(n, a);
  cudaDeviceSynchronize();
  printf("%d\n", a[n - 1]);  // should print 126
  cudaFree(a);
  cudaEventDestroy(filled);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
}
