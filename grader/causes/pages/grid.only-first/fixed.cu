// Numbers n elements from 1, with a grid of fixed size.
#include <cstdio>

__global__ void number(int n, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (; i < n; i += gridDim.x * blockDim.x) out[i] = i + 1;
}

int main() {
  const int n = 2000;
  int* out;
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i) out[i] = 0;
  number<<<4, 256>>>(n, out);
  cudaDeviceSynchronize();
  printf("%d %d\n", out[0], out[n - 1]);  // should print 1 2000
  cudaFree(out);
}
