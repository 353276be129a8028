// Loads of volatile words, and atomics that only read, in loops that count.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void multiply(int n, const volatile float* a, const volatile float* b, float* c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n * n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[i / n * n + k] * b[k * n + i % n];
  c[i] = sum;
}

__global__ void sums(int n, int* a, int* sum) {
  int all = 0;
  for (int i = 0; i < n; ++i) all += atomicAdd(&a[i], 0);
  sum[blockIdx.x * blockDim.x + threadIdx.x] = all;
}

int main() {
  const int n = 96, words = n * n;
  float *a, *b, *c, result[words];
  int *counts, *sum, totals[256];
  for (float** p : {&a, &b, &c}) cudaMalloc(p, words * sizeof(float));
  for (float& x : result) x = 1;
  cudaMemcpy(a, result, sizeof result, cudaMemcpyHostToDevice);
  cudaMemcpy(b, result, sizeof result, cudaMemcpyHostToDevice);
  multiply<<<(words + 255) / 256, 256>>>(n, a, b, c);
  cudaMemcpy(result, c, sizeof result, cudaMemcpyDeviceToHost);
  cudaMalloc(&counts, 2000 * sizeof(int));
  cudaMalloc(&sum, sizeof totals);
  cudaMemset(counts, 0, 2000 * sizeof(int));
  sums<<<2, 128>>>(2000, counts, sum);
  cudaMemcpy(totals, sum, sizeof totals, cudaMemcpyDeviceToHost);
  for (float* p : {a, b, c}) cudaFree(p);
  cudaFree(counts);
  cudaFree(sum);
  int wrong = 0;
  for (float x : result) wrong += x != n;
  for (int x : totals) wrong += x != 0;
  return wrong != 0;
}
