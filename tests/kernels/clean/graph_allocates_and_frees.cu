// A captured graph allocates what it needs between two kernels, and is launched several times; what
// a second graph leaves is used behind it, and freed.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int n, int* a, int x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i + x;
}
__global__ void add(int n, const int* a, int* b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] += a[i];
}

static cudaGraphExec_t ready(cudaStream_t stream) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphDestroy(graph);
  return exec;
}

int main() {
  const int n = 96;
  int *between, *kept, *out, h[n], wrong = 0;
  cudaMalloc(&out, sizeof(h));
  cudaMemset(out, 0, sizeof(h));
  cudaStream_t stream;
  cudaStreamCreate(&stream);

  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(&between, sizeof(h), stream);
  fill<<<3, 32, 0, stream>>>(n, between, 1);
  add<<<3, 32, 0, stream>>>(n, between, out);
  cudaFreeAsync(between, stream);
  cudaGraphExec_t first = ready(stream);

  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(&kept, sizeof(h), stream);
  fill<<<3, 32, 0, stream>>>(n, kept, 2);
  cudaGraphExec_t second = ready(stream);

  for (int round = 0; round < 3; ++round) cudaGraphLaunch(first, stream);
  cudaGraphLaunch(second, stream);
  add<<<3, 32, 0, stream>>>(n, kept, out);
  cudaFreeAsync(kept, stream);
  cudaMemcpyAsync(h, out, sizeof(h), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  for (int i = 0; i < n; ++i)
    if (h[i] != 4 * i + 5) ++wrong;
  printf("%d wrong\n", wrong);
  cudaGraphExecDestroy(first);
  cudaGraphExecDestroy(second);
  cudaStreamDestroy(stream);
  cudaFree(out);
  return wrong != 0;
}
