// Barriers in unrolled loops, in a switch that all threads take alike, and in constexpr branches.
#include <cuda_runtime.h>

#include <cstdio>

template <int Threads>
__device__ void fold(volatile int* s, int t) {
#pragma unroll
  for (int k = 32; k > 0; k /= 2) {
    if (Threads >= 2 * k) {
      if (t < k) s[t] = s[t] + s[t + k];
      __syncthreads();
    }
  }
}

template <int Threads>
__global__ void sums(int how, const int* in, int* out) {
  __shared__ int s[Threads];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  switch (how) {
    case 0:
      fold<Threads>(s, t);
      break;
    case 1:
      for (int k = 1; k < Threads; k *= 2) {
        if (t % (2 * k) == 0) s[t] += s[t + k];
        __syncthreads();
      }
      break;
    default:
      if (t == 0)
        for (int k = 1; k < Threads; ++k) s[0] += s[k];
      __syncthreads();
  }
  if (t == Threads - 1) out[how] = s[0];
}

int main() {
  int h[64], r[3], *in, *out, expected = 0;
  for (int i = 0; i < 64; ++i) expected += h[i] = i * 3 % 10;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(r));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  for (int how = 0; how < 3; ++how) sums<64><<<1, 64>>>(how, in, out);
  cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return r[0] != expected || r[1] != expected || r[2] != expected;
}
