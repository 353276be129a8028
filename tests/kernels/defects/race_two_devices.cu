// Two halves of a rod on two devices: each reads the other's face before that device is known to be
// done with the last sweep. With one device both halves stay there, on two streams.
#include <cuda_runtime.h>

#include <cstdio>

#include <utility>

__global__ void sweep(int n, const float* from, float* to, const float* left, const float* right) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float l = i > 0 ? from[i - 1] : *left;       // FINDING race ?
  float r = i < n - 1 ? from[i + 1] : *right;  // FINDING race ?
  to[i] = 0.5f * (l + r);                      // FINDING race ?
}

int main() {
  const int n = 64;
  int devices = 1;
  cudaGetDeviceCount(&devices);
  if (devices > 2) devices = 2;
  float *u[2], *v[2], *wall[2];
  cudaStream_t stream[2];
  for (int d = 0; d < 2; ++d) {
    cudaSetDevice(d % devices);
    if (devices == 2) cudaDeviceEnablePeerAccess(1 - d, 0);
    cudaStreamCreate(&stream[d]);
    cudaMalloc(&u[d], n * sizeof(float));
    cudaMalloc(&v[d], n * sizeof(float));
    cudaMalloc(&wall[d], sizeof(float));
    cudaMemset(u[d], 0, n * sizeof(float));
    cudaMemset(v[d], 0, n * sizeof(float));
    cudaMemset(wall[d], 0, sizeof(float));
    cudaDeviceSynchronize();
  }
  for (int s = 0; s < 4; ++s) {
    cudaSetDevice(0);
    sweep<<<1, n, 0, stream[0]>>>(n, u[0], v[0], wall[0], u[1]);
    cudaSetDevice(1 % devices);
    sweep<<<1, n, 0, stream[1]>>>(n, u[1], v[1], u[0] + n - 1, wall[1]);
    std::swap(u[0], v[0]);
    std::swap(u[1], v[1]);
  }
  for (int d = 0; d < 2; ++d) {
    cudaSetDevice(d % devices);
    cudaDeviceSynchronize();
    cudaStreamDestroy(stream[d]);
    cudaFree(u[d]);
    cudaFree(v[d]);
    cudaFree(wall[d]);
  }
  printf("done\n");
  return 0;
}
