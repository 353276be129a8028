// Takes the last device there is.
#include <cstdio>
#include <cstdlib>

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "%s\n", cudaGetErrorString(error));
  exit(1);
}

__global__ void set(int* a) { *a = 7; }

int main() {
  int devices, *a;
  check(cudaGetDeviceCount(&devices));
  check(cudaSetDevice(devices - 1));
  check(cudaMallocManaged(&a, sizeof(int)));
  set<<<1, 1>>>(a);
  check(cudaDeviceSynchronize());
  printf("%d\n", *a);  // should print 7
  check(cudaFree(a));
}
