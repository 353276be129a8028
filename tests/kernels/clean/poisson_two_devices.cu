// A rod in two halves on two devices, each with room for its neighbor's end, which is copied there
// after each sweep. With one device both halves live there.
#include <cuda_runtime.h>

#include <cstdio>

#include <utility>

__global__ void sweep(int n, const float* from, float* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 1 && i < n - 1) to[i] = 0.5f * (from[i - 1] + from[i + 1]);
}

int main() {
  const int n = 50, sweeps = 10;  // each half: 48 points and two ends
  int devices = 0;
  cudaGetDeviceCount(&devices);
  const int device[2] = {0, devices > 1 ? 1 : 0};
  float h[n], *u[2], *v[2];
  for (int d = 0; d < 2; ++d) {
    cudaSetDevice(device[d]);
    cudaMalloc(&u[d], sizeof(h));
    cudaMalloc(&v[d], sizeof(h));
    for (int i = 0; i < n; ++i) h[i] = d == 0 && i == 0 ? 1024 : 0;
    cudaMemcpy(u[d], h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemcpy(v[d], h, sizeof(h), cudaMemcpyHostToDevice);
  }
  for (int s = 0; s < sweeps; ++s) {
    for (int d = 0; d < 2; ++d) {
      cudaSetDevice(device[d]);
      sweep<<<2, 32>>>(n, u[d], v[d]);
    }
    for (int d = 0; d < 2; ++d) {
      cudaSetDevice(device[d]);
      cudaDeviceSynchronize();
    }
    cudaMemcpyPeer(v[1], device[1], v[0] + n - 2, device[0], sizeof(float));
    cudaMemcpyPeer(v[0] + n - 1, device[0], v[1] + 1, device[1], sizeof(float));
    for (int d = 0; d < 2; ++d) {
      cudaSetDevice(device[d]);
      cudaDeviceSynchronize();
      std::swap(u[d], v[d]);
    }
  }
  static float expected[2][2 * n - 2];
  expected[0][0] = expected[1][0] = 1024;
  for (int s = 0; s < sweeps; ++s)
    for (int i = 1; i < 2 * n - 3; ++i)
      expected[(s + 1) % 2][i] = 0.5f * (expected[s % 2][i - 1] + expected[s % 2][i + 1]);
  int wrong = 0;
  for (int d = 0; d < 2; ++d) {
    cudaSetDevice(device[d]);
    cudaMemcpy(h, u[d], sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 1; i < n - 1; ++i)
      if (h[i] != expected[sweeps % 2][d * (n - 2) + i]) ++wrong;
    cudaFree(u[d]);
    cudaFree(v[d]);
  }
  cudaSetDevice(0);
  return wrong != 0;
}
