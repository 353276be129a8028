// As many threads as the device holds; each takes some of a million
// numbers.
#include <cstdio>

__global__ void twice(int n, int* a) {
  int all = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
    a[i] *= 2;
}

int main() {
  int n = 1 << 20;
  int* a;
  cudaMallocManaged(&a, n * sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = i;
  int each, processors;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, twice, 256, 0);
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  void* args[] = {&n, &a};
  cudaLaunchCooperativeKernel((void*)twice, each * processors, 256, args);
  cudaDeviceSynchronize();
  printf("%d\n", a[21]);  // should print 42
  cudaFree(a);
}
