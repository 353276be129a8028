// A lock in shared memory between the warps of a block, taken by one lane each, with fences for the
// block.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void best(const int* in, int* out) {
  __shared__ int lock, value, where;
  const int t = threadIdx.x;
  if (t == 0) {
    lock = 0;
    value = -1;
  }
  __syncthreads();
  int v = in[t], at = t;
  for (int k = 16; k > 0; k /= 2) {
    const int other = __shfl_down_sync(0xffffffffu, v, k);
    const int other_at = __shfl_down_sync(0xffffffffu, at, k);
    if (other > v || (other == v && other_at < at)) {
      v = other;
      at = other_at;
    }
  }
  if (t % 32 == 0) {
    while (atomicExch(&lock, 1) != 0) {
    }
    __threadfence_block();
    if (v > value || (v == value && at < where)) {
      value = v;
      where = at;
    }
    __threadfence_block();
    atomicExch(&lock, 0);
  }
  __syncthreads();
  if (t == 0) {
    out[0] = value;
    out[1] = where;
  }
}

int main() {
  const int n = 128;
  int h[n], r[2], *in, *out;
  for (int i = 0; i < n; ++i) h[i] = i * 53 % 97;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(r));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  best<<<1, n>>>(in, out);
  cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  int at = 0;
  for (int i = 1; i < n; ++i)
    if (h[i] > h[at]) at = i;
  return r[0] != h[at] || r[1] != at;
}
