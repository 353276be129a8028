// Not positive definite: the function returns at once, and its copy of the matrix stays behind.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void check_diagonal(int n, const double* A, int* info) {
  int i = threadIdx.x;
  if (i < n && A[i * n + i] <= 0) atomicMax(info, i + 1);
}

static int factorise(int n, const double* A) {
  double* copy;
  int *info, result;
  cudaMalloc(&copy, n * n * sizeof(double));  // FINDING leak
  cudaMalloc(&info, sizeof(int));
  cudaMemcpy(copy, A, n * n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemset(info, 0, sizeof(int));
  check_diagonal<<<1, 32>>>(n, copy, info);
  cudaMemcpy(&result, info, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(info);
  if (result != 0) return result;
  cudaFree(copy);
  return 0;
}

int main() {
  const int n = 8;
  double A[n * n] = {};
  for (int i = 0; i < n; ++i) A[i * n + i] = i == 5 ? -1 : 1;
  printf("%d\n", factorise(n, A));
  return 0;
}
