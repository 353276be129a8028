// Each block zeroes, counts in and reads its own bins in global memory, with barriers between:
// plain stores, atomics and plain loads of the same words.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void most_frequent(const int* in, int* bins, int* out) {
  int* mine = bins + 32 * blockIdx.x;
  const int t = threadIdx.x;
  if (t < 32) mine[t] = 0;
  __syncthreads();
  atomicAdd(&mine[in[blockIdx.x * blockDim.x + t]], 1);
  __syncthreads();
  if (t == 0) {
    int best = 0;
    for (int b = 1; b < 32; ++b)
      if (mine[b] > mine[best]) best = b;
    out[blockIdx.x] = best;
  }
}

int main() {
  const int blocks = 4, threads = 96;
  static int h[blocks * threads];
  int *in, *bins, *out, r[blocks], wrong = 0;
  for (int i = 0; i < blocks * threads; ++i) h[i] = i % 5 == 0 ? i / threads + 3 : i % 32;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&bins, blocks * 32 * sizeof(int));
  cudaMalloc(&out, sizeof(r));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  most_frequent<<<blocks, threads>>>(in, bins, out);
  cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(bins);
  cudaFree(out);
  for (int b = 0; b < blocks; ++b)
    if (r[b] != b + 3) ++wrong;
  return wrong != 0;
}
