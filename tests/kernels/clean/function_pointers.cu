// Device functions chosen at run time through pointers that live in device memory.
#include <cuda_runtime.h>

#include <cstdio>

typedef int (*Operation)(int, int);

__device__ int add(int a, int b) { return a + b; }
__device__ int multiply(int a, int b) { return a * b; }
__device__ Operation operations[2] = {add, multiply};

__device__ int reduce(Operation f, int n, const int* a) {
  int result = a[0];
  for (int i = 1; i < n; ++i) result = f(result, a[i]);
  return result;
}

__global__ void apply(int n, const int* a, int* out) {
  out[threadIdx.x] = reduce(operations[threadIdx.x % 2], n, a);
}

int main() {
  const int n = 5;
  int h[n] = {1, 2, 3, 4, 5}, r[4], *a, *out;
  cudaMalloc(&a, sizeof(h));
  cudaMalloc(&out, sizeof(r));
  cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
  apply<<<1, 4>>>(n, a, out);
  cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(out);
  return r[0] != 15 || r[1] != 120 || r[2] != 15 || r[3] != 120;
}
