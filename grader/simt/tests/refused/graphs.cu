// What is left of CUDA graphs: kernels added by hand, of whose arguments nothing is known, and
// memory.
#include <cuda_runtime.h>

__global__ void step() {}

void build(cudaGraph_t graph) {
  cudaGraphNode_t node;
  cudaKernelNodeParams params{};                              // REFUSED graphs
  cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params);  // REFUSED graphs
  cudaGraphDebugDotPrint(graph, "graph.dot", 0);              // REFUSED graphs
}

int main() { return 0; }
