// A kernel fills an array, and the next one, which may begin before the
// first is over, doubles it.
#include <cstdio>

__global__ void fill(int n, int* a) {
  cudaTriggerProgrammaticLaunchCompletion();
  if (threadIdx.x < n) a[threadIdx.x] = threadIdx.x;
}

__global__ void twice(int n, int* a) {
  cudaGridDependencySynchronize();
  if (threadIdx.x < n) a[threadIdx.x] *= 2;
}

int main() {
  const int n = 64;
  int* a;
  cudaMallocManaged(&a, n * sizeof(int));
  fill<<<1, n>>>(n, a);
  cudaLaunchAttribute overlap[1];
  overlap[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  overlap[0].val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t launch = {};
  launch.gridDim = 1;
  launch.blockDim = n;
  launch.attrs = overlap;
  launch.numAttrs = 1;
  cudaLaunchKernelEx(&launch, twice, n, a);
  cudaDeviceSynchronize();
  printf("%d\n", a[n - 1]);  // should print 126
  cudaFree(a);
}
