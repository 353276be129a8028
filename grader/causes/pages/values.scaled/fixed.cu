// Adds up n numbers.
#include <cstdio>

__global__ void add_up(int n, const int* a, int* sum) {
  int first = blockIdx.x * blockDim.x + threadIdx.x;
  int step = gridDim.x * blockDim.x;
  int mine = 0;
  for (int i = first; i < n; i += step) mine += a[i];
  atomicAdd(sum, mine);
}

int main() {
  const int n = 1000;
  int *a, *sum;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&sum, sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = 1;
  *sum = 0;
  add_up<<<4, 64>>>(n, a, sum);
  cudaDeviceSynchronize();
  printf("%d\n", *sum);  // should print 1000
  cudaFree(a);
  cudaFree(sum);
}
