// A function of the host runs in the stream between two kernels; what it reads has been copied
// before.
#include <cuda_runtime.h>

#include <cstdio>

struct Job {
  const int* values;
  int n, sum;
};

static void add_up(void* data) {
  Job* job = static_cast<Job*>(data);
  for (int i = 0; i < job->n; ++i) job->sum += job->values[i];
}

__global__ void iota(int* a) { a[threadIdx.x] = threadIdx.x; }

int main() {
  const int n = 32;
  int *a, *h;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMalloc(&a, n * sizeof(int));
  cudaMallocHost(&h, n * sizeof(int));
  Job job = {h, n, 0};
  for (int r = 0; r < 3; ++r) {
    iota<<<1, n, 0, stream>>>(a);
    cudaMemcpyAsync(h, a, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaLaunchHostFunc(stream, add_up, &job);
  }
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  cudaFree(a);
  cudaFreeHost(h);
  return job.sum != 3 * 496;
}
