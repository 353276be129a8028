// Doubles n numbers in host memory.
#include <cstdio>

__global__ void twice(int n, int* a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= 2;
}

void double_all(int n, int* a) {
  int* d;
  cudaMalloc(&d, n * sizeof(int));
  cudaMemcpy(d, a, n * sizeof(int), cudaMemcpyHostToDevice);
  twice<<<(n + 255) / 256, 256>>>(n, d);
  cudaMemcpy(a, d, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d);
}

int main() {
  int a[3] = {1, 2, 3};
  double_all(3, a);
  printf("%d %d %d\n", a[0], a[1], a[2]);  // should print 2 4 6
}
