// Numbers n rows from 1: each warp takes a row, then the next one.
#include <cstdio>

__global__ void number(int n, int* out) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int threads = gridDim.x * blockDim.x;
  int step = threads / 32;
  for (int row = thread / 32; row < n; row += step)
    if (thread % 32 == 0) out[row] = row + 1;
}

int main() {
  const int n = 100;
  int* out;
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i) out[i] = 0;
  number<<<1, 64>>>(n, out);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", out[0], out[2], out[64]);  // should print 1 3 65
  cudaFree(out);
}
