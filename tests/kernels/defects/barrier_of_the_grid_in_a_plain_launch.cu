// The grid's barrier in a kernel that is launched by <<< >>>: it traps.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void mark(int* v) {
  v[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  cg::this_grid().sync();  // FINDING barrier
  v[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

int main() {
  int* v;
  cudaMalloc(&v, 128 * sizeof(int));
  mark<<<2, 64>>>(v);
  cudaDeviceSynchronize();
  cudaFree(v);
  return 0;
}
