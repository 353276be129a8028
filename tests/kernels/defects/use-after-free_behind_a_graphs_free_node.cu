// A graph frees its memory before the last kernel that reads there: the edge comes from the wrong
// node.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int n, int* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i;
}
__global__ void twice(int n, const int* a, int* b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = 2 * a[i];  // FINDING use-after-free
}

int main() {
  int n = 96, *out;
  cudaMalloc(&out, n * sizeof(int));
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaMemAllocNodeParams room = {};
  room.bytesize = n * sizeof(int);
  room.poolProps.allocType = cudaMemAllocationTypePinned;
  room.poolProps.location.type = cudaMemLocationTypeDevice;
  cudaGraphNode_t allocation, filling, release, doubling;
  cudaGraphAddMemAllocNode(&allocation, graph, nullptr, 0, &room);
  cudaKernelNodeParams kernel = {};
  kernel.gridDim = dim3(3);
  kernel.blockDim = dim3(32);
  void* fill_arguments[] = {&n, &room.dptr};
  kernel.func = (void*)fill;
  kernel.kernelParams = fill_arguments;
  cudaGraphAddKernelNode(&filling, graph, &allocation, 1, &kernel);
  cudaGraphAddMemFreeNode(&release, graph, &filling, 1, room.dptr);  // OTHER ?
  void* twice_arguments[] = {&n, &room.dptr, &out};
  kernel.func = (void*)twice;
  kernel.kernelParams = twice_arguments;
  cudaGraphAddKernelNode(&doubling, graph, &filling, 1, &kernel);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, 0);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaFree(out);
  return 0;
}
