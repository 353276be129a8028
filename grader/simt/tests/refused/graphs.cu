// CUDA graphs, captured and built by hand.
#include <cuda_runtime.h>

__global__ void step(float* x) { x[threadIdx.x] *= 0.5f; }

int main() {
  float* x;
  cudaStream_t stream;
  cudaMalloc(&x, 128);
  cudaStreamCreate(&stream);
  cudaGraph_t graph;                                            // REFUSED graphs
  cudaGraphExec_t instance;                                     // REFUSED graphs
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);  // REFUSED graphs
  step<<<1, 32, 0, stream>>>(x);
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(stream, &status);     // REFUSED graphs
  cudaStreamEndCapture(stream, &graph);       // REFUSED graphs
  cudaGraphInstantiate(&instance, graph, 0);  // REFUSED graphs
  cudaGraphLaunch(instance, stream);          // REFUSED graphs
  cudaGraphCreate(&graph, 0);                 // REFUSED graphs
  return 0;
}
