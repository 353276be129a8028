// A thread for each of a million numbers, launched cooperatively.
#include <cstdio>

__global__ void twice(int n, int* a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= 2;
}

int main() {
  int n = 1 << 20;
  int* a;
  cudaMallocManaged(&a, n * sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = i;
  void* p[] = {&n, &a};
  void* k = (void*)twice;
  dim3 g(n / 256), b(256);
  cudaLaunchCooperativeKernel(k, g, b, p);  // <- launch.too-many-at-once
  cudaDeviceSynchronize();
  printf("%d\n", a[21]);  // should print 42
  cudaFree(a);
}
