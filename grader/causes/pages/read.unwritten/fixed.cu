// Adds up all numbers.
#include <cstdio>

__global__ void add_up(int n, const int* a, int* sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, a[i]);
}

int main() {
  const int n = 1000;
  int *a, *sum, result;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = 1;
  cudaMemset(sum, 0, sizeof(int));
  add_up<<<4, 256>>>(n, a, sum);
  cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", result);  // should print 1000
  cudaFree(a);
  cudaFree(sum);
}
