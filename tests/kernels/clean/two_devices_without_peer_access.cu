// What two devices may share without peer access: managed memory, pinned memory of the host, and
// copies from device to device.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void add(int n, const int* a, const int* b, int* c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int main() {
  const int n = 300;
  int wrong = 0, devices = 0, *managed, *pinned, *here[2], h[n];
  cudaGetDeviceCount(&devices);
  const int device[2] = {0, devices > 1 ? 1 : 0};
  cudaMallocManaged(&managed, n * sizeof(int));
  cudaHostAlloc(&pinned, n * sizeof(int), cudaHostAllocPortable);
  for (int i = 0; i < n; ++i) {
    managed[i] = i;
    pinned[i] = 2 * i;
  }
  for (int d = 0; d < 2; ++d) {
    cudaSetDevice(device[d]);
    cudaMalloc(&here[d], n * sizeof(int));
  }
  cudaSetDevice(device[0]);
  add<<<3, 128>>>(n, managed, pinned, here[0]);
  cudaDeviceSynchronize();
  cudaMemcpyPeer(here[1], device[1], here[0], device[0], n * sizeof(int));
  cudaSetDevice(device[1]);
  add<<<3, 128>>>(n, managed, here[1], here[1]);
  cudaMemcpy(h, here[1], sizeof(h), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    if (h[i] != 4 * i) ++wrong;
  for (int d = 0; d < 2; ++d) {
    cudaSetDevice(device[d]);
    cudaFree(here[d]);
  }
  cudaFreeHost(pinned);
  cudaFree(managed);
  cudaSetDevice(0);
  return wrong != 0;
}
