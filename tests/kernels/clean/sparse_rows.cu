// A sparse matrix times a vector, a warp for each row: loops of different lengths, and only after
// them the warp comes together.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void multiply(int rows, const int* start, const int* column, const float* value,
                         const float* x, float* y) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  float sum = 0;
  if (row < rows)
    for (int e = start[row] + lane; e < start[row + 1]; e += 32) sum += value[e] * x[column[e]];
  for (int k = 16; k > 0; k /= 2) sum += __shfl_down_sync(0xffffffffu, sum, k);
  if (row < rows && lane == 0) y[row] = sum;
}

int main() {
  const int rows = 18;
  static int start[rows + 1], column[2000];
  static float value[2000], x[64], y[rows];
  int count = 0, wrong = 0;
  for (int i = 0; i < 64; ++i) x[i] = i % 5;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < 64; j += 1 + i % 9) {
      column[count] = j;
      value[count++] = i + j % 3;
    }
    start[i + 1] = count;
  }
  int *dstart, *dcolumn;
  float *dvalue, *dx, *dy;
  cudaMalloc(&dstart, sizeof(start));
  cudaMalloc(&dcolumn, count * sizeof(int));
  cudaMalloc(&dvalue, count * sizeof(float));
  cudaMalloc(&dx, sizeof(x));
  cudaMalloc(&dy, sizeof(y));
  cudaMemcpy(dstart, start, sizeof(start), cudaMemcpyHostToDevice);
  cudaMemcpy(dcolumn, column, count * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dvalue, value, count * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(dx, x, sizeof(x), cudaMemcpyHostToDevice);
  multiply<<<5, 128>>>(rows, dstart, dcolumn, dvalue, dx, dy);
  cudaMemcpy(y, dy, sizeof(y), cudaMemcpyDeviceToHost);
  cudaFree(dstart);
  cudaFree(dcolumn);
  cudaFree(dvalue);
  cudaFree(dx);
  cudaFree(dy);
  for (int i = 0; i < rows; ++i) {
    float sum = 0;
    for (int e = start[i]; e < start[i + 1]; ++e) sum += value[e] * x[column[e]];
    if (y[i] != sum) ++wrong;
  }
  return wrong != 0;
}
