// Rows with a pitch; two-dimensional copies and sets in both directions, with parts of rows.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void scale(int rows, int columns, size_t pitch, float f, char* base) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows || j >= columns) return;
  float* row = reinterpret_cast<float*>(base + i * pitch);
  row[j] *= f;
}

int main() {
  const int rows = 10, columns = 37;
  float h[rows][columns], r[rows][columns];
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) h[i][j] = i * columns + j;
  char* a;
  float* packed;
  size_t pitch;
  const size_t width = columns * sizeof(float);
  cudaMallocPitch((void**)&a, &pitch, width, rows);
  cudaMalloc(&packed, rows * width);
  cudaMemcpy2D(a, pitch, h, width, width, rows, cudaMemcpyHostToDevice);
  cudaMemset2D(a + 2 * pitch, pitch, 0, 5 * sizeof(float), 3);
  scale<<<dim3(5, 2), dim3(8, 8)>>>(rows, columns, pitch, 2, a);
  cudaMemcpy2D(packed, width, a, pitch, width, rows, cudaMemcpyDeviceToDevice);
  cudaMemcpy2D(r, width, packed, width, width, rows, cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(packed);
  int wrong = 0;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      if (r[i][j] != (i >= 2 && i < 5 && j < 5 ? 0 : 2 * h[i][j])) ++wrong;
  return wrong != 0;
}
