// Every thread of a block stores a value, but only thread 0 waits for nobody, fences and takes the
// ticket: the others' stores may still be under way.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void minimum(int n, const int* in, int* best, unsigned* ticket, int* out) {
  __shared__ bool last;
  int t = threadIdx.x, i = blockIdx.x * 32 + t;
  best[i] = i < n ? in[i] : 1 << 30;  // FINDING race ?
  if (t == 0) {
    __threadfence();
    last = atomicAdd(ticket, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && t == 0) {
    int m = 1 << 30;
    for (int b = 0; b < gridDim.x * 32; ++b)
      m = min(m, best[b]);  // FINDING race ?, MAYBE uninitialized
    *out = m;
  }
}

int main() {
  const int n = 100, blocks = 4;
  int h[n], r;
  for (int i = 0; i < n; ++i) h[i] = 1000 - i;
  int *in, *best, *out;
  unsigned* ticket;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&best, blocks * 32 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMalloc(&ticket, sizeof(unsigned));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(ticket, 0, sizeof(unsigned));
  minimum<<<blocks, 32>>>(n, in, best, ticket, out);
  cudaMemcpy(&r, out, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", r);
  cudaFree(in);
  cudaFree(best);
  cudaFree(out);
  cudaFree(ticket);
  return 0;
}
