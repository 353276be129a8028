// A graph halves a number for as long as it is above 1.
#include <cstdio>

__managed__ float x = 100;

__global__ void halve(cudaGraphConditionalHandle handle) {
  x /= 2;
  cudaGraphSetConditional(handle, x > 1);
}

int main() {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandle handle;
  cudaGraphConditionalHandleCreate(&handle, graph, 1,
                                   cudaGraphCondAssignDefault);
  cudaGraphNodeParams p = {cudaGraphNodeTypeConditional};
  p.conditional = {handle, cudaGraphCondTypeWhile, 1};
  cudaGraphNode_t node;
  cudaGraphAddNode(&node, graph, 0, 0, 0, &p);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamBeginCaptureToGraph(stream, p.conditional.phGraph_out[0], 0, 0,
                                0, cudaStreamCaptureModeGlobal);
  halve<<<1, 1, 0, stream>>>(handle);
  cudaStreamEndCapture(stream, nullptr);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
  printf("%g\n", x);  // should print 0.78125
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}
