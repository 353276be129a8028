// String literals and tables of constants within functions for the device.
#include <cuda_runtime.h>

#include <cstdio>

__device__ char digit(int x) { return "0123456789abcdef"[x & 15]; }

__device__ int days(int month) {
  static const int table[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return table[month % 12];
}

__device__ const char* weekday(int d) {
  switch (d % 3) {
    case 0:
      return "Monday";
    case 1:
      return "Tue";
    default:
      return "Sun";
  }
}

__global__ void texts(char* digits, int* sums, char* names) {
  const int i = threadIdx.x;
  const float weights[6] = {0.5f, 1, 2, 4, 8, 16};
  digits[i] = digit(i * 7);
  sums[i] = days(i) + (int)weights[i % 6];
  const char* name = weekday(i);
  int length = 0;
  while (name[length]) ++length;
  names[i] = name[length - 1];
}

int main() {
  const int n = 32;
  char digits[n], names[n], *ddigits, *dnames;
  int sums[n], *dsums, wrong = 0;
  cudaMalloc(&ddigits, n);
  cudaMalloc(&dnames, n);
  cudaMalloc(&dsums, sizeof(sums));
  texts<<<1, n>>>(ddigits, dsums, dnames);
  cudaMemcpy(digits, ddigits, n, cudaMemcpyDeviceToHost);
  cudaMemcpy(names, dnames, n, cudaMemcpyDeviceToHost);
  cudaMemcpy(sums, dsums, sizeof(sums), cudaMemcpyDeviceToHost);
  cudaFree(ddigits);
  cudaFree(dnames);
  cudaFree(dsums);
  const int table[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  for (int i = 0; i < n; ++i) {
    if (digits[i] != "0123456789abcdef"[i * 7 % 16] || names[i] != "yen"[i % 3]) ++wrong;
    if (sums[i] != table[i % 12] + (i % 6 ? 1 << (i % 6 - 1) : 0)) ++wrong;
  }
  return wrong != 0;
}
