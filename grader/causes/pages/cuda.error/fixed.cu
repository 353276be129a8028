// Doubles a matrix with 64 rows and 64 columns.
#include <cstdio>

__global__ void twice(int n, int* a) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < n) a[row * n + col] *= 2;
}

const int side = 16;

int main() {
  const int n = 64;
  int* a;
  cudaMallocManaged(&a, n * n * sizeof(int));
  for (int i = 0; i < n * n; ++i) a[i] = i;
  const int blocks = (n + side - 1) / side;
  twice<<<dim3(blocks, blocks), dim3(side, side)>>>(n, a);
  cudaError_t error = cudaGetLastError();
  cudaDeviceSynchronize();
  if (error == cudaSuccess) {
    printf("%d\n", a[n * n - 1]);  // should print 8190
  } else {
    printf("not launched\n");
    fprintf(stderr, "%s\n", cudaGetErrorString(error));
  }
  cudaFree(a);
}
