// Whole blocks leave before the barrier, and whole blocks leave a loop together.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void reverse_some(const int* count, const int* in, int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x, rounds = count[blockIdx.x];
  if (rounds == 0) return;
  s[t] = in[blockIdx.x * 64 + t];
  for (int r = 0;; ++r) {
    __syncthreads();
    const int v = s[63 - t];
    __syncthreads();
    s[t] = v + 1;
    if (r + 1 == rounds) break;
  }
  out[blockIdx.x * 64 + t] = s[t];
}

int main() {
  const int blocks = 4;
  int count[blocks] = {1, 0, 3, 2}, *dcount;
  static int h[64 * blocks], r[64 * blocks];
  int *in, *out, wrong = 0;
  for (int i = 0; i < 64 * blocks; ++i) h[i] = 5 * i;
  cudaMalloc(&dcount, sizeof(count));
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(dcount, count, sizeof(count), cudaMemcpyHostToDevice);
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof(h));
  reverse_some<<<blocks, 64>>>(dcount, in, out);
  cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
  cudaFree(dcount);
  cudaFree(in);
  cudaFree(out);
  for (int i = 0; i < 64 * blocks; ++i) {
    const int c = count[i / 64], from = c % 2 ? i / 64 * 64 + 63 - i % 64 : i;
    if (r[i] != (c ? h[from] + c : 0)) ++wrong;
  }
  return wrong != 0;
}
