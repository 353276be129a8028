// Managed memory, and a kernel that goes one past its end.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void differences(int n, int* a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int d = 0;
  if (i < n) d = a[i + 1] - a[i];  // FINDING out-of-bounds
  if (i < n) a[n - 1] = d & 0;
}

int main() {
  const int n = 20;
  int* a;
  cudaMallocManaged(&a, n * sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = i;
  differences<<<1, 1>>>(n, a);
  differences<<<1, 1>>>(1, a + n - 1);
  cudaDeviceSynchronize();
  printf("%d\n", a[0]);
  cudaFree(a);
  return 0;
}
