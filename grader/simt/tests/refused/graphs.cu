// What is left of CUDA graphs: events as nodes, and pictures of graphs.
#include <cuda_runtime.h>

void build(cudaGraph_t graph, cudaEvent_t event) {
  cudaGraphNode_t node;
  cudaGraphAddEventRecordNode(&node, graph, nullptr, 0, event);  // REFUSED graphs
  cudaGraphDebugDotPrint(graph, "graph.dot", 0);                 // REFUSED graphs
}

int main() { return 0; }
