// Rows are loaded by float4, and a row has 30 elements: every second one begins in the middle.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void row_sums(int rows, int columns, const float* A, float* out) {
  int row = threadIdx.x;
  if (row >= rows) return;
  const float4* quads = reinterpret_cast<const float4*>(A + row * columns);
  float sum = 0;
  for (int j = 0; j < columns / 4; ++j) {
    float4 q = quads[j];  // FINDING misaligned
    sum += q.x + q.y + q.z + q.w;
  }
  for (int j = columns / 4 * 4; j < columns; ++j) sum += A[row * columns + j];
  out[row] = sum;
}

int main() {
  const int rows = 20, columns = 30;
  static float h[rows * columns];
  for (int i = 0; i < rows * columns; ++i) h[i] = 1;
  float *A, *out;
  cudaMalloc(&A, sizeof(h));
  cudaMalloc(&out, rows * sizeof(float));
  cudaMemcpy(A, h, sizeof(h), cudaMemcpyHostToDevice);
  row_sums<<<1, 32>>>(rows, columns, A, out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(A);
  cudaFree(out);
  return 0;
}
