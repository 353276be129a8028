// The last block's sum with __threadfence_block, which orders the stores for its own block only.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void total(int n, const int* in, int* partial, unsigned* ticket, int* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int i = blockIdx.x; i < n; i += gridDim.x) sum += in[i];
    partial[blockIdx.x] = sum;  // FINDING race ?
    __threadfence_block();
    last = atomicAdd(ticket, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int sum = 0;
    for (int b = 0; b < gridDim.x; ++b) sum += partial[b];  // FINDING race ?
    *out = sum;
  }
}

int main() {
  const int n = 100, blocks = 5;
  int h[n], r, *in, *partial, *out;
  unsigned* ticket;
  for (int i = 0; i < n; ++i) h[i] = 1;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&partial, blocks * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMalloc(&ticket, sizeof(unsigned));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(ticket, 0, sizeof(unsigned));
  total<<<blocks, 32>>>(n, in, partial, ticket, out);
  cudaMemcpy(&r, out, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", r);
  cudaFree(in);
  cudaFree(partial);
  cudaFree(out);
  cudaFree(ticket);
  return 0;
}
