// Sets n elements to 1. What lies behind them is somebody else's.
#include <cstdio>

__global__ void fill(int n, int* a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = 1;
}

int main() {
  const int n = 1000;
  int* memory;
  cudaMallocManaged(&memory, (n + 8) * sizeof(int));
  int *a = memory, *others = memory + n;
  others[0] = 7;
  fill<<<(n + 255) / 256, 256>>>(n, a);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", a[0], a[n - 1], others[0]);  // should print 1 1 7
  cudaFree(memory);
}
