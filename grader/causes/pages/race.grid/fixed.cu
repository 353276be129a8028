// Each number becomes the sum of itself and the one to its right.
#include <cstdio>

__global__ void add_right(int n, const int* a, int* b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) b[i] = a[i] + a[i + 1];
}

int main() {
  const int n = 256;
  int *a, *b;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&b, n * sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = i;
  add_right<<<4, 64>>>(n, a, b);
  cudaDeviceSynchronize();
  printf("%d %d\n", b[63], b[127]);  // should print 127 255
  cudaFree(a);
  cudaFree(b);
}
