// A graph's body is to repeat until all values are small, but its condition has no value to begin
// with.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void halve(int n, float* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= 0.5f;
}
__global__ void look(int n, const float* a, int* rounds, cudaGraphConditionalHandle handle) {
  float largest = 0;
  for (int i = 0; i < n; ++i) largest = fmaxf(largest, a[i]);
  ++*rounds;
  cudaGraphSetConditional(handle, largest > 1.0f);
}
__global__ void sum(int n, const float* a, float* result) {
  float s = 0;
  for (int i = 0; i < n; ++i) s += a[i];
  *result = s;
}

int main() {
  const int n = 96;
  float h[n], *a, *result, total = 0;
  int *rounds, counted = 0;
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaMalloc(&a, sizeof(h));
  cudaMalloc(&result, sizeof(float));
  cudaMalloc(&rounds, sizeof(int));
  cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(rounds, 0, sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);

  cudaGraph_t graph, body;
  cudaStreamCaptureStatus status;
  const cudaGraphNode_t* behind;
  size_t count;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph, &behind, nullptr, &count);
  cudaGraphConditionalHandle handle;
  cudaGraphConditionalHandleCreate(&handle, graph);
  cudaGraphNodeParams params = {cudaGraphNodeTypeConditional};
  params.conditional.handle = handle;
  params.conditional.type = cudaGraphCondTypeWhile;
  params.conditional.size = 1;
  cudaGraphNode_t node;
  cudaGraphAddNode(&node, graph, behind, nullptr, count, &params);  // FINDING uninitialized
  body = params.conditional.phGraph_out[0];
  cudaStreamUpdateCaptureDependencies(stream, &node, nullptr, 1, cudaStreamSetCaptureDependencies);
  sum<<<1, 1, 0, stream>>>(n, a, result);
  cudaStreamEndCapture(stream, &graph);
  cudaStreamBeginCaptureToGraph(stream, body, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal);
  halve<<<3, 32, 0, stream>>>(n, a);
  look<<<1, 1, 0, stream>>>(n, a, rounds, handle);
  cudaStreamEndCapture(stream, nullptr);

  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
  cudaMemcpy(&total, result, sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(&counted, rounds, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d rounds, sum %g\n", counted, total);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  cudaFree(a);
  cudaFree(result);
  cudaFree(rounds);
  return 0;
}
