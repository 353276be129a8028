// Adds up n numbers, one after the other.
#include <cstdio>

__global__ void add_up(int n, const int* a, int* result) {
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i];
  *result = sum;
}

int main() {
  int *a, *result;
  cudaMallocManaged(&a, 3 * sizeof(int));
  cudaMallocManaged(&result, sizeof(int));
  for (int i = 0; i < 3; ++i) a[i] = i + 1;
  add_up<<<1, 1>>>(3, a, result);
  cudaDeviceSynchronize();
  printf("%d\n", *result);  // should print 6
  cudaFree(a);
  cudaFree(result);
}
