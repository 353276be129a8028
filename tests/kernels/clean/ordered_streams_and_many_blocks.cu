// An event orders two streams, however many blocks run between their kernels; so does the host.
#include <cuda_runtime.h>

__global__ void nothing() {}

__global__ void fill(int n, float* a, float value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] += value;
}

int main() {
  const int n = 128;
  float *a, *both;
  cudaStream_t first, second;
  cudaEvent_t filled;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaEventCreate(&filled);
  cudaMalloc(&a, n * sizeof(float));
  cudaMallocManaged(&both, n * sizeof(float));
  cudaMemset(a, 0, n * sizeof(float));
  for (int i = 0; i < n; ++i) both[i] = 1;
  fill<<<2, 64, 0, first>>>(n, a, 1);
  fill<<<2, 64, 0, first>>>(n, both, 1);
  cudaEventRecord(filled, first);
  nothing<<<1700000, 1, 0, second>>>();
  cudaStreamWaitEvent(second, filled);
  fill<<<2, 64, 0, second>>>(n, a, 2);
  cudaStreamSynchronize(second);
  nothing<<<1700000, 1, 0, first>>>();
  for (int i = 0; i < n; ++i) both[i] += 1;
  fill<<<2, 64, 0, first>>>(n, both, 1);
  fill<<<2, 64, 0, first>>>(n, a, 1);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) both[i] += both[n - 1 - i];
  cudaFree(a);
  cudaFree(both);
  cudaEventDestroy(filled);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  return 0;
}
