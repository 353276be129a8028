// Each device reads the other's face where it lies, as poisson_peer_access does, but peer access is
// enabled for device 0 only.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sweep(int n, const int* mine, const int* other, int* result) {
  const int i = threadIdx.x;
  if (i < n) result[i] = mine[i] + other[n - 1 - i];  // FINDING wrong-memory
}

int main() {
  const int n = 32;
  int h[n], *x[2], *y[2];
  for (int d = 0; d < 2; ++d) {
    cudaSetDevice(d);
    if (d == 0) cudaDeviceEnablePeerAccess(1, 0);
    cudaMalloc(&x[d], sizeof(h));  // FINDING leak
    cudaMalloc(&y[d], sizeof(h));  // FINDING leak
    for (int i = 0; i < n; ++i) h[i] = d;
    cudaMemcpy(x[d], h, sizeof(h), cudaMemcpyHostToDevice);
  }
  for (int d = 0; d < 2; ++d) {
    cudaSetDevice(d);
    sweep<<<1, n>>>(n, x[d], x[1 - d], y[d]);
    printf("device %d: %s\n", d, cudaGetErrorString(cudaDeviceSynchronize()));
  }
  return 0;
}
