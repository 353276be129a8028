// 64 KiB of dynamic shared memory, asked for first; where a device has less, it does with 32.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void reverse(int n, const double* in, double* out) {
  extern __shared__ double s[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = in[i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = s[n - 1 - i];
}

int main() {
  int most = 0, wrong = 0;
  cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
  const int bytes = most >= 65536 ? 65536 : 32768, n = bytes / sizeof(double);
  cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  static double h[8192];
  for (int i = 0; i < n; ++i) h[i] = i;
  double *in, *out;
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMemcpy(in, h, bytes, cudaMemcpyHostToDevice);
  reverse<<<1, 256, bytes>>>(n, in, out);
  cudaMemcpy(h, out, bytes, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  for (int i = 0; i < n; ++i)
    if (h[i] != n - 1 - i) ++wrong;
  return wrong != 0;
}
