// Two sweeps of a stencil in one cooperative launch, with a barrier of the block where one of the
// grid is needed.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void two_sweeps(int n, float* a, float* b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) b[i] = 0.5f * (a[i - 1] + a[i + 1]);  // FINDING race ?, OTHER ?
  cg::this_thread_block().sync();
  if (i > 1 && i < n - 2) a[i] = 0.5f * (b[i - 1] + b[i + 1]);  // FINDING race ?, OTHER ?
}

int main() {
  int n = 512;
  float *a, *b;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMemset(a, 0, n * sizeof(float));
  cudaMemset(b, 0, n * sizeof(float));
  void* args[] = {&n, &a, &b};
  cudaLaunchCooperativeKernel((void*)two_sweeps, dim3(4), dim3(128), args);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
  return 0;
}
