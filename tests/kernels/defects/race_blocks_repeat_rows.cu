// The grid has twice as many blocks as rows, and the index wraps around: each row is computed
// twice, with the same result.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void row_sums(int rows, int columns, const int* a, int* sums) {
  __shared__ int s[32];
  const int row = blockIdx.x % rows, t = threadIdx.x;
  int sum = 0;
  for (int c = t; c < columns; c += blockDim.x) sum += a[row * columns + c];
  s[t] = sum;
  __syncthreads();
  if (t != 0) return;
  for (int i = 1; i < blockDim.x; ++i) sum += s[i];
  sums[row] = sum;  // FINDING race advice, OTHER
}

int main() {
  const int rows = 7, columns = 50;
  int h[rows * columns], r[rows], wrong = 0, *a, *sums;
  for (int i = 0; i < rows * columns; ++i) h[i] = i / columns;
  cudaMalloc(&a, sizeof(h));
  cudaMalloc(&sums, sizeof(r));
  cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
  row_sums<<<2 * rows, 32>>>(rows, columns, a, sums);
  cudaMemcpy(r, sums, sizeof(r), cudaMemcpyDeviceToHost);
  for (int i = 0; i < rows; ++i)
    if (r[i] != i * columns) ++wrong;
  cudaFree(a);
  cudaFree(sums);
  return wrong != 0;
}
