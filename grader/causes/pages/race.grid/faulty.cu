// Each number becomes the sum of itself and the one to its right.
#include <cstdio>

__global__ void add_right(int n, int* a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  if (i < n - 1) sum = a[i] + a[i + 1];  // <- the other
  __syncthreads();
  if (i < n - 1) a[i] = sum;  // <- race.grid
}

int main() {
  const int n = 256;
  int* a;
  cudaMallocManaged(&a, n * sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = i;
  add_right<<<4, 64>>>(n, a);
  cudaDeviceSynchronize();
  printf("%d %d\n", a[63], a[127]);  // should print 127 255
  cudaFree(a);
}
