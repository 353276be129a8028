// Managed memory, and a kernel that looks one past its end.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void differences(int n, const int* in, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + 1] - in[i];  // FINDING out-of-bounds
}

int main() {
  const int n = 20;
  int *in, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i) in[i] = i;
  differences<<<1, 32>>>(n, in, out);
  cudaDeviceSynchronize();
  printf("%d\n", out[0]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
