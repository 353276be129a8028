// A sum in shared memory is never set, and the kernel is stopped before the next barrier: both are
// told.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void store_through_null(int* out, int* null) {
  __shared__ int sum;
  const int i = threadIdx.x;
  out[i] = sum + i;        // FINDING uninitialized
  if (i == 31) *null = 1;  // FINDING out-of-bounds
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  store_through_null<<<1, 32>>>(out, nullptr);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaGetLastError();
  cudaDeviceReset();
  return 0;
}
