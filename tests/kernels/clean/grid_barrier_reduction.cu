// Partial sums, the grid's barrier, and the first block adds them up; shared memory is used on both
// sides, and a block of odd threads.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void sum(int n, const int* v, int* partial, int* total) {
  __shared__ int s[32];
  cg::grid_group grid = cg::this_grid();
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  int mine = 0;
  for (unsigned i = grid.thread_rank(); i < static_cast<unsigned>(n); i += grid.size())
    mine += v[i];
  mine = cg::reduce(warp, mine, cg::plus<int>());
  if (warp.thread_rank() == 0) s[warp.meta_group_rank()] = mine;
  block.sync();
  if (threadIdx.x == 0) {
    int all = 0;
    for (unsigned w = 0; w < warp.meta_group_size(); ++w) all += s[w];
    partial[blockIdx.x] = all;
  }
  grid.sync();
  if (blockIdx.x == 0) {
    if (threadIdx.x < gridDim.x) s[threadIdx.x] = partial[threadIdx.x];
    block.sync();
    if (threadIdx.x == 0) {
      int all = 0;
      for (unsigned b = 0; b < gridDim.x; ++b) all += s[b];
      *total = all;
    }
  }
}

int main() {
  int n = 1000;
  int *v, *partial, *total;
  cudaMallocManaged(&v, n * sizeof(int));
  cudaMalloc(&partial, 6 * sizeof(int));
  cudaMallocManaged(&total, sizeof(int));
  for (int i = 0; i < n; ++i) v[i] = i;
  void* args[] = {&n, &v, &partial, &total};
  cudaLaunchCooperativeKernel((void*)sum, dim3(6), dim3(128), args);
  cudaDeviceSynchronize();
  printf("%d\n", *total);
  cudaFree(v);
  cudaFree(partial);
  cudaFree(total);
  return 0;
}
