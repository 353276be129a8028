// The sweep runs on one stream and the copy back of the last result on another; events order both.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sweep(int n, float c, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 0.5f * (x[i] + x[(i + 1) % n]) + c;
}

int main() {
  const int n = 128, sweeps = 5;
  float *host, *x[2];
  cudaStream_t compute, copy;
  cudaEvent_t swept, copied;
  cudaStreamCreate(&compute);
  cudaStreamCreate(&copy);
  cudaEventCreateWithFlags(&swept, cudaEventDisableTiming);
  cudaEventCreateWithFlags(&copied, cudaEventDisableTiming);
  cudaMallocHost(&host, n * sizeof(float));
  cudaMalloc(&x[0], n * sizeof(float));
  cudaMalloc(&x[1], n * sizeof(float));
  for (int i = 0; i < n; ++i) host[i] = 4;
  cudaMemcpy(x[0], host, n * sizeof(float), cudaMemcpyHostToDevice);
  for (int s = 0; s < sweeps; ++s) {
    // The last copy reads what this sweep reads too, but the one before read what is written here.
    if (s > 0) cudaStreamWaitEvent(compute, copied, 0);
    sweep<<<2, 64, 0, compute>>>(n, 1, x[s % 2], x[(s + 1) % 2]);
    cudaEventRecord(swept, compute);
    cudaStreamWaitEvent(copy, swept, 0);
    cudaMemcpyAsync(host, x[(s + 1) % 2], n * sizeof(float), cudaMemcpyDeviceToHost, copy);
    cudaEventRecord(copied, copy);
  }
  cudaStreamSynchronize(copy);
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    if (host[i] != 4 + sweeps) ++wrong;
  cudaEventDestroy(swept);
  cudaEventDestroy(copied);
  cudaStreamDestroy(compute);
  cudaStreamDestroy(copy);
  cudaFreeHost(host);
  cudaFree(x[0]);
  cudaFree(x[1]);
  return wrong != 0;
}
