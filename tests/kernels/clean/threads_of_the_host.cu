// Two threads of the host, each with a stream and arrays of its own.
#include <cuda_runtime.h>

#include <cstdio>

#include <thread>

__global__ void add(int n, int v, int* a) {
  if (threadIdx.x < n) a[threadIdx.x] += v;
}

static void job(int v, int* sum) {
  const int n = 64;
  int h[n], *a;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMalloc(&a, sizeof(h));
  cudaMemsetAsync(a, 0, sizeof(h), stream);
  for (int r = 0; r < 5; ++r) add<<<1, n, 0, stream>>>(n, v, a);
  cudaMemcpyAsync(h, a, sizeof(h), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  for (int x : h) *sum += x;
  cudaFree(a);
  cudaStreamDestroy(stream);
}

int main() {
  int sums[2] = {};
  std::thread first(job, 1, &sums[0]), second(job, 3, &sums[1]);
  first.join();
  second.join();
  return sums[0] != 320 || sums[1] != 960;
}
