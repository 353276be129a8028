// The mean of all numbers: their sum, and in the end the division.
#include <cstdio>

__global__ void add_up(int n, const int* a, int* sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, a[i]);
}

__global__ void divide(int n, const int* sum, int* mean) {
  *mean = *sum / n;
}

int main() {
  const int n = 1000;
  int *a, *sum, *mean;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&sum, sizeof(int));
  cudaMallocManaged(&mean, sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = 5;
  *sum = 0;
  add_up<<<4, 256>>>(n, a, sum);
  divide<<<1, 1>>>(n, sum, mean);
  cudaDeviceSynchronize();
  printf("%d\n", *mean);  // should print 5
  cudaFree(a);
  cudaFree(sum);
  cudaFree(mean);
}
