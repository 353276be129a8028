// Two kernel nodes of a graph, the second behind the first, from whose results it reads.
#include <cuda_runtime.h>

__global__ void fill(int n, float* v) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = i;
}

__global__ void twice(int n, const float* v, float* w) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) w[i] = 2 * v[i];
}

int main() {
  int n = 128;
  float *v, *w;
  cudaMalloc(&v, n * sizeof(float));
  cudaMalloc(&w, n * sizeof(float));
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  void* fill_args[] = {&n, &v};
  void* twice_args[] = {&n, &v, &w};
  cudaKernelNodeParams p = {};
  p.gridDim = dim3(2);
  p.blockDim = dim3(64);
  p.func = (void*)fill;
  p.kernelParams = fill_args;
  cudaGraphNode_t a, b;
  cudaGraphAddKernelNode(&a, graph, nullptr, 0, &p);
  p.func = (void*)twice;
  p.kernelParams = twice_args;
  cudaGraphAddKernelNode(&b, graph, &a, 1, &p);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, nullptr);
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaFree(v);
  cudaFree(w);
  return 0;
}
