// Doubles n numbers: each thread takes a group of four.
#include <cstdio>

__global__ void twice(int n, int* a) {
  int group = blockIdx.x * blockDim.x + threadIdx.x;
  if (group < n / 4)
    for (int i = 4 * group; i < 4 * group + 4; ++i) a[i] *= 2;
  if (group < n % 4) a[n / 4 * 4 + group] *= 2;
}

int main() {
  const int n = 10;
  int* a;
  cudaMallocManaged(&a, n * sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = i;
  twice<<<1, 32>>>(n, a);
  cudaDeviceSynchronize();
  printf("%d %d\n", a[7], a[9]);  // should print 14 18
  cudaFree(a);
}
