// Variables declared __managed__, used by host and device in turn.
#include <cuda_runtime.h>

#include <cstdio>

__managed__ int total = 5;
__managed__ float values[16];

__global__ void add() {
  const int i = threadIdx.x;
  values[i] = 2 * values[i];
  atomicAdd(&total, (int)values[i]);
}

int main() {
  for (int i = 0; i < 16; ++i) values[i] = i;
  add<<<1, 16>>>();
  cudaDeviceSynchronize();
  int wrong = total != 5 + 240;
  for (int i = 0; i < 16; ++i)
    if (values[i] != 2 * i) ++wrong;
  return wrong != 0;
}
