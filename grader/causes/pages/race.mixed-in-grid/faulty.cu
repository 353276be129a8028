// The mean of all numbers: their sum, and in the end the division.
#include <cstdio>

__global__ void find_mean(int n, const int* a, int* sum, int* mean) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, a[i]);  // <- race.mixed-in-grid
  __syncthreads();
  if (i == 0) *mean = *sum / n;  // <- the other
}

int main() {
  const int n = 1000;
  int *a, *sum, *mean;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&sum, sizeof(int));
  cudaMallocManaged(&mean, sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = 5;
  *sum = 0;
  find_mean<<<4, 256>>>(n, a, sum, mean);
  cudaDeviceSynchronize();
  printf("%d\n", *mean);  // should print 5
  cudaFree(a);
  cudaFree(sum);
  cudaFree(mean);
}
