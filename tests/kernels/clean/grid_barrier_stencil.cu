// Sweeps of a stencil in one launch, with the grid's barrier between them.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void sweeps(int n, int count, float* a, float* b) {
  cg::grid_group grid = cg::this_grid();
  for (int k = 0; k < count; ++k) {
    for (unsigned i = grid.thread_rank() + 1; i < n - 1u; i += grid.size())
      b[i] = 0.5f * (a[i - 1] + a[i + 1]);
    grid.sync();
    float* const t = a;
    a = b;
    b = t;
  }
}

int main() {
  int n = 700, count = 12;
  float *a, *b;
  cudaMallocManaged(&a, n * sizeof(float));
  cudaMallocManaged(&b, n * sizeof(float));
  for (int i = 0; i < n; ++i) a[i] = b[i] = i == 0 ? 1 : 0;
  void* args[] = {&n, &count, &a, &b};
  cudaLaunchCooperativeKernel((void*)sweeps, dim3(5), dim3(96), args);
  cudaDeviceSynchronize();
  printf("%g\n", a[1]);
  cudaFree(a);
  cudaFree(b);
  return 0;
}
