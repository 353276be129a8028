// Counts the even numbers.
#include <cstdio>

__global__ void count_even(int n, const int* a, int* count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && a[i] % 2 == 0) atomicAdd(count, 1);
}

int main() {
  const int n = 1000;
  int *a, *count;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&count, sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = i;
  *count = 0;
  count_even<<<4, 256>>>(n, a, count);
  cudaDeviceSynchronize();
  printf("%d\n", *count);  // should print 500
  cudaFree(a);
  cudaFree(count);
}
