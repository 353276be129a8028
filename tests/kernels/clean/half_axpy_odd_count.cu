// y += a x on halves by pairs where there are two, for any n.
#include <cuda_fp16.h>

#include <cmath>
#include <cstdio>
#include <vector>

__global__ void axpy(int n, __half a, const __half* x, __half* y) {
  int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i + 1 < n) {
    __half2* to = reinterpret_cast<__half2*>(y + i);
    *to = __hfma2(__half2half2(a), *reinterpret_cast<const __half2*>(x + i), *to);
  } else if (i < n) {
    y[i] = __hfma(a, x[i], y[i]);
  }
}

int main() {
  const int n = 333;
  std::vector<__half> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = __int2half_rn(i), y[i] = __int2half_rn(1);
  __half *dx, *dy;
  cudaMalloc(&dx, n * sizeof(__half));
  cudaMalloc(&dy, n * sizeof(__half));
  cudaMemcpy(dx, x.data(), n * sizeof(__half), cudaMemcpyHostToDevice);
  cudaMemcpy(dy, y.data(), n * sizeof(__half), cudaMemcpyHostToDevice);
  axpy<<<3, 64>>>(n, __float2half(2.0f), dx, dy);
  cudaMemcpy(y.data(), dy, n * sizeof(__half), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += __half2float(y[i]) != 2.0f * i + 1;
  printf("%d wrong\n", wrong);
  cudaFree(dx);
  cudaFree(dy);
  return wrong != 0;
}
