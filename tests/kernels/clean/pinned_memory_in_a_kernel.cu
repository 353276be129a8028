// Pinned host memory that the kernel reads and writes directly.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void double_all(int n, const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}

int main() {
  const int n = 70;
  int *in, *out, *device_in, *device_out;
  cudaHostAlloc(&in, n * sizeof(int), cudaHostAllocMapped);
  cudaHostAlloc(&out, n * sizeof(int), cudaHostAllocMapped);
  for (int i = 0; i < n; ++i) in[i] = i;
  cudaHostGetDevicePointer(&device_in, in, 0);
  cudaHostGetDevicePointer(&device_out, out, 0);
  double_all<<<3, 32>>>(n, device_in, device_out);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    if (out[i] != 2 * i) ++wrong;
  cudaFreeHost(in);
  cudaFreeHost(out);
  return wrong != 0;
}
