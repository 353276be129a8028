// The logarithm of a sum of exponentials.
#include <cstdio>

__global__ void log_sum_exp(int n, const float* x, float* result) {
  float most = x[0];
  for (int i = 1; i < n; ++i) most = fmaxf(most, x[i]);
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += expf(x[i] - most);
  *result = most + logf(sum);
}

int main() {
  float *x, *result;
  cudaMallocManaged(&x, 2 * sizeof(float));
  cudaMallocManaged(&result, sizeof(float));
  x[0] = 100;
  x[1] = 99;
  log_sum_exp<<<1, 1>>>(2, x, result);
  cudaDeviceSynchronize();
  printf("%.2f\n", *result);  // should print 100.31
  cudaFree(x);
  cudaFree(result);
}
