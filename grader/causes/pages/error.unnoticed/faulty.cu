// Takes the last device there is.
#include <cstdio>

__global__ void set(int* a) { *a = 7; }

int main() {
  int devices, *a;
  cudaGetDeviceCount(&devices);
  cudaSetDevice(devices);  // <- error.unnoticed
  cudaMallocManaged(&a, sizeof(int));
  set<<<1, 1>>>(a);
  cudaDeviceSynchronize();
  printf("%d\n", *a);  // prints 7: the first device did it
  cudaFree(a);
}
