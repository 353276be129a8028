// Adds up n numbers.
#include <cstdio>

__global__ void add_up(int n, const int* a, int* sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, a[i]);
}

void total(int n, const int* a, int* sum) {
  cudaMemset(sum, 0, sizeof(int));
  add_up<<<(n + 255) / 256, 256>>>(n, a, sum);
  cudaDeviceSynchronize();
}

int main() {
  const int n = 1000;
  int *a, *sum;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&sum, sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = 1;
  *sum = 7;
  total(n, a, sum);
  printf("%d\n", *sum);  // should print 1000
  cudaFree(a);
  cudaFree(sum);
}
