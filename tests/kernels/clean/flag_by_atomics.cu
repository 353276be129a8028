// A chain of blocks: each waits for the sum of the block before it, which travels in the flag
// itself.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void chained_scan(const int* in, int* state, int* out) {
  __shared__ int before;
  const int t = threadIdx.x, b = blockIdx.x, i = b * blockDim.x + t;
  __shared__ int s[32];
  s[t] = in[i];
  __syncthreads();
  if (t == 0) {
    int total = 0;
    for (int k = 0; k < 32; ++k) total += s[k];
    int sum = 0;
    if (b > 0) {
      int seen;
      while ((seen = atomicAdd(&state[b - 1], 0)) < 0) {
      }
      sum = seen;
    }
    before = sum;
    atomicExch(&state[b], sum + total);
  }
  __syncthreads();
  int sum = before;
  for (int k = 0; k <= t; ++k) sum += s[k];
  out[i] = sum;
}

int main() {
  const int blocks = 12, n = 32 * blocks;
  int h[n], *in, *state, *out;
  for (int i = 0; i < n; ++i) h[i] = i % 5;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMalloc(&state, blocks * sizeof(int));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(state, 0xff, blocks * sizeof(int));  // -1
  chained_scan<<<blocks, 32>>>(in, state, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  cudaFree(state);
  int sum = 0, wrong = 0;
  for (int i = 0; i < n; ++i) {
    sum += i % 5;
    if (h[i] != sum) ++wrong;
  }
  return wrong != 0;
}
