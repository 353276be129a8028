// A counter in shared memory is taken to begin at zero.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count_positive(int n, const float* in, int* out) {
  __shared__ int count;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0) atomicAdd(&count, 1);  // FINDING uninitialized
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = count;
}

int main() {
  const int n = 128;
  float h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 2 ? 1 : -1;
  float* in;
  int *out, counts[2];
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(counts));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  count_positive<<<2, 64>>>(n, in, out);
  cudaMemcpy(counts, out, sizeof(counts), cudaMemcpyDeviceToHost);
  printf("%d %d\n", counts[0], counts[1]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
