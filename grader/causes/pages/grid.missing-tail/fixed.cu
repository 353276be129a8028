// Numbers n elements from 1.
#include <cstdio>

__global__ void number(int n, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i + 1;
}

int main() {
  const int n = 1000, threads = 256;
  int* out;
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i) out[i] = 0;
  const int blocks = (n + threads - 1) / threads;
  number<<<blocks, threads>>>(n, out);
  cudaDeviceSynchronize();
  printf("%d %d\n", out[0], out[n - 1]);  // should print 1 1000
  cudaFree(out);
}
