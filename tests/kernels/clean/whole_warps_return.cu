// Warps that have nothing to do return at once; there is no barrier after that, only shuffles
// within whole warps.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void row_sums(int rows, int columns, const int* A, int* out) {
  const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  int sum = 0;
  for (int j = lane; j < columns; j += 32) sum += A[row * columns + j];
  for (int k = 16; k > 0; k /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, k);
  if (lane == 0) out[row] = sum;
}

int main() {
  const int rows = 13, columns = 50;
  static int A[rows * columns], r[rows];
  int *dA, *out, wrong = 0;
  for (int i = 0; i < rows * columns; ++i) A[i] = i % 11;
  cudaMalloc(&dA, sizeof(A));
  cudaMalloc(&out, sizeof(r));
  cudaMemcpy(dA, A, sizeof(A), cudaMemcpyHostToDevice);
  row_sums<<<4, 128>>>(rows, columns, dA, out);
  cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
  cudaFree(dA);
  cudaFree(out);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) r[i] -= A[i * columns + j];
    if (r[i] != 0) ++wrong;
  }
  return wrong != 0;
}
