// 2048 numbers, in blocks of 256 threads.
#include <cstdio>

__global__ void twice(int* a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] *= 2;
}

int main() {
  const int n = 2048;
  int* a;
  cudaMallocManaged(&a, n * sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = i;
  twice<<<n / 256, 256>>>(a);
  cudaDeviceSynchronize();
  printf("%d\n", a[n - 1]);  // should print 4094
  cudaFree(a);
}
