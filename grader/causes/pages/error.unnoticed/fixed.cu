// Takes the last device there is.
#include <cstdio>

__global__ void set(int* a) { *a = 7; }

int main() {
  int devices, *a;
  cudaGetDeviceCount(&devices);
  cudaError_t error = cudaSetDevice(devices - 1);
  if (error != cudaSuccess) {
    printf("%s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaMallocManaged(&a, sizeof(int));
  set<<<1, 1>>>(a);
  cudaDeviceSynchronize();
  printf("%d\n", *a);  // should print 7
  cudaFree(a);
}
