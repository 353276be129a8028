// Doubles n numbers. Nothing to do is no reason to stop.
#include <cstdio>
#include <cstdlib>

__global__ void twice(int n, int* a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= 2;
}

void double_all(int n, int* a) {
  if (n <= 0) return;
  twice<<<(n + 255) / 256, 256>>>(n, a);
  cudaDeviceSynchronize();
}

int main() {
  int* a;
  cudaMallocManaged(&a, sizeof(int));
  *a = 4;
  double_all(0, a);
  double_all(1, a);
  printf("%d\n", *a);  // should print 8
  cudaFree(a);
}
