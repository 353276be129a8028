// The launch stands in a macro, with a check of its error and of the wait after it.
#include <cuda_runtime.h>

#include <cstdio>

#define LAUNCH(kernel, n, threads, ...)                                      \
  do {                                                                       \
    kernel<<<((n) + (threads)-1) / (threads), threads>>>(n, __VA_ARGS__);    \
    cudaError_t launch_error = cudaGetLastError();                           \
    if (launch_error == cudaSuccess) launch_error = cudaDeviceSynchronize(); \
    if (launch_error != cudaSuccess) {                                       \
      printf("%s failed: %s\n", #kernel, cudaGetErrorString(launch_error));  \
      return 1;                                                              \
    }                                                                        \
  } while (0)

__global__ void iota(int n, int* a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i;
}

__global__ void add(int n, const int* a, int* b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] += a[i];
}

int main() {
  const int n = 77;
  int h[n], *a, *b, wrong = 0;
  cudaMalloc(&a, sizeof(h));
  cudaMalloc(&b, sizeof(h));
  LAUNCH(iota, n, 32, a);
  LAUNCH(iota, n, 64, b);
  for (int r = 0; r < 3; ++r) LAUNCH(add, n, 16, a, b);
  cudaMemcpy(h, b, sizeof(h), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  for (int i = 0; i < n; ++i)
    if (h[i] != 4 * i) ++wrong;
  return wrong != 0;
}
