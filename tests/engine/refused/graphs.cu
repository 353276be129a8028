// What is left of CUDA graphs: semaphores of others as nodes, and graphs that kernels launch.
#include <cuda_runtime.h>

void build(cudaGraph_t graph, cudaGraphExec_t exec, cudaStream_t stream) {
  cudaGraphNode_t node;
  cudaGraphAddExternalSemaphoresSignalNode(&node, graph, nullptr, 0, nullptr);  // REFUSED graphs
  cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagDeviceLaunch);     // REFUSED graphs
}

int main() { return 0; }
