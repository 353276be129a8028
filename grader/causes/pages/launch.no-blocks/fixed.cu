// Takes 2 from each element behind the first k, for all k.
#include <cstdio>

__global__ void subtract(int k, int n, int* a) {
  int i = k + 1 + blockIdx.x;
  if (i < n) a[i] -= 2;
}

int main() {
  const int n = 8;
  int* a;
  cudaMallocManaged(&a, n * sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = 20;
  for (int k = 0; k + 1 < n; ++k) {
    subtract<<<n - k - 1, 1>>>(k, n, a);
    if (cudaGetLastError() != cudaSuccess) break;
  }
  cudaDeviceSynchronize();
  printf("%d\n", a[n - 1]);  // should print 6
  cudaFree(a);
}
