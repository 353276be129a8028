// Two devices that read each other's face through peer access; all work of both is waited for after
// every sweep.
#include <cuda_runtime.h>

#include <cstdio>

#include <utility>

__global__ void sweep(int n, const int* mine, const int* other, int* result) {
  const int i = threadIdx.x;
  if (i < n) result[i] = mine[i] + other[n - 1 - i];
}

int main() {
  const int n = 32;
  int devices = 0, can = 0;
  cudaGetDeviceCount(&devices);
  if (devices > 1) cudaDeviceCanAccessPeer(&can, 0, 1);
  const int device[2] = {0, can ? 1 : 0};
  int h[n], *x[2], *y[2];
  for (int d = 0; d < 2; ++d) {
    cudaSetDevice(device[d]);
    if (can) cudaDeviceEnablePeerAccess(device[1 - d], 0);
    cudaMalloc(&x[d], sizeof(h));
    cudaMalloc(&y[d], sizeof(h));
    for (int i = 0; i < n; ++i) h[i] = d;
    cudaMemcpy(x[d], h, sizeof(h), cudaMemcpyHostToDevice);
  }
  for (int s = 0; s < 3; ++s) {
    for (int d = 0; d < 2; ++d) {
      cudaSetDevice(device[d]);
      sweep<<<1, n>>>(n, x[d], x[1 - d], y[d]);
    }
    for (int d = 0; d < 2; ++d) {
      cudaSetDevice(device[d]);
      cudaDeviceSynchronize();
      std::swap(x[d], y[d]);
    }
  }
  int wrong = 0;
  for (int d = 0; d < 2; ++d) {
    cudaSetDevice(device[d]);
    cudaMemcpy(h, x[d], sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i)
      if (h[i] != 4) ++wrong;
    cudaFree(x[d]);
    cudaFree(y[d]);
  }
  cudaSetDevice(0);
  return wrong != 0;
}
