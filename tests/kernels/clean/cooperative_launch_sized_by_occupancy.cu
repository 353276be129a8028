// As many blocks as the device holds, counters in global memory set back between rounds.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void rounds(int* counter, int* history, int count) {
  cg::grid_group grid = cg::this_grid();
  for (int k = 0; k < count; ++k) {
    if (threadIdx.x == 0) atomicAdd(counter, 1);
    grid.sync();
    if (grid.thread_rank() == 0) {
      history[k] = *counter;
      *counter = 0;
    }
    grid.sync();
  }
}

int main() {
  int each = 0, processors = 0, count = 3;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, rounds, 512, 0);
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  int *counter, *history;
  cudaMalloc(&counter, sizeof(int));
  cudaMalloc(&history, count * sizeof(int));
  cudaMemset(counter, 0, sizeof(int));
  void* args[] = {&counter, &history, &count};
  cudaLaunchCooperativeKernel((void*)rounds, dim3(each * processors), dim3(512), args);
  cudaDeviceSynchronize();
  cudaFree(counter);
  cudaFree(history);
  return 0;
}
