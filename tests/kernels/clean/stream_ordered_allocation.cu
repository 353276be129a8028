// Memory allocated and freed in a stream's order.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int n, int v, int* a) {
  if (threadIdx.x < n) a[threadIdx.x] = v;
}

__global__ void add(int n, const int* a, int* sum) {
  if (threadIdx.x < n) sum[threadIdx.x] += a[threadIdx.x];
}

int main() {
  const int n = 32;
  int *sum, h[n];
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMalloc(&sum, sizeof(h));
  cudaMemsetAsync(sum, 0, sizeof(h), stream);
  for (int r = 1; r <= 4; ++r) {
    int* a;
    cudaMallocAsync((void**)&a, sizeof(h), stream);
    fill<<<1, n, 0, stream>>>(n, r, a);
    add<<<1, n, 0, stream>>>(n, a, sum);
    cudaFreeAsync(a, stream);
  }
  cudaMemcpyAsync(h, sum, sizeof(h), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  cudaFree(sum);
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    if (h[i] != 10) ++wrong;
  return wrong != 0;
}
