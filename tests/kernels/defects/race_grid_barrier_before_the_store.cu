// The partial sums are stored behind the grid's barrier and not before it: the block that adds them
// up may be too early.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void sum(const float* v, float* partial, float* total) {
  __shared__ float s[128];
  cg::grid_group grid = cg::this_grid();
  s[threadIdx.x] = v[grid.thread_rank()];
  __syncthreads();
  for (unsigned half = 64; half > 0; half /= 2) {
    if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
    __syncthreads();
  }
  grid.sync();
  if (threadIdx.x == 0) partial[blockIdx.x] = s[0];  // FINDING race ?, MAYBE uninitialized, OTHER ?
  if (grid.thread_rank() == 0) {
    float all = 0;
    for (unsigned b = 0; b < gridDim.x; ++b)
      all += partial[b];  // FINDING race ?, MAYBE uninitialized, OTHER ?
    *total = all;
  }
}

int main() {
  float *v, *partial, *total;
  cudaMalloc(&v, 512 * sizeof(float));
  cudaMalloc(&partial, 4 * sizeof(float));
  cudaMalloc(&total, sizeof(float));
  cudaMemset(v, 0, 512 * sizeof(float));
  void* args[] = {&v, &partial, &total};
  cudaLaunchCooperativeKernel((void*)sum, dim3(4), dim3(128), args);
  cudaDeviceSynchronize();
  cudaFree(v);
  cudaFree(partial);
  cudaFree(total);
  return 0;
}
