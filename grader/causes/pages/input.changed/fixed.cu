// The largest distance from the first number.
#include <cstdio>

__global__ void farthest(int n, const int* a, int* result) {
  *result = 0;
  for (int i = n - 1; i >= 0; --i) {
    int distance = abs(a[i] - a[0]);
    *result = max(*result, distance);
  }
}

int main() {
  int *a, *result;
  cudaMallocManaged(&a, 3 * sizeof(int));
  cudaMallocManaged(&result, sizeof(int));
  for (int i = 0; i < 3; ++i) a[i] = 5 + i * i * i - i;
  farthest<<<1, 1>>>(3, a, result);
  cudaDeviceSynchronize();
  printf("%d %d\n", *result, a[0]);  // should print 6 5
  cudaFree(a);
  cudaFree(result);
}
