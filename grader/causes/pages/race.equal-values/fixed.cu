// Squares; one thread for each element.
#include <cstdio>

__global__ void square(int n, const int* a, int* b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = a[i] * a[i];
}

int main() {
  const int n = 256;
  int *a, *b;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&b, n * sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = i;
  square<<<(n + 63) / 64, 64>>>(n, a, b);
  cudaDeviceSynchronize();
  printf("%d\n", b[n - 1]);  // should print 65025
  cudaFree(a);
  cudaFree(b);
}
