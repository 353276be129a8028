// Shared variables in a template and in the functions it calls: each instance has its own.
#include <cuda_runtime.h>

#include <cstdio>

template <class T, int N>
__device__ T reversed(T v) {
  __shared__ T s[N];
  s[threadIdx.x] = v;
  __syncthreads();
  return s[N - 1 - threadIdx.x];
}

template <int N>
__global__ void both(const int* in, int* out) {
  const int a = reversed<int, N>(in[threadIdx.x]);
  const double b = reversed<double, N>(0.5 * in[threadIdx.x]);
  out[threadIdx.x] = a + (int)(2 * b);
}

int main() {
  const int n = 64;
  static int h[n], r[n];
  for (int i = 0; i < n; ++i) h[i] = (i * 7) % 23;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  int wrong = 0;
  both<64><<<1, 64>>>(in, out);
  cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    if (r[i] != 2 * h[63 - i]) ++wrong;
  both<40><<<1, 40>>>(in, out);
  cudaMemcpy(r, out, 40 * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 40; ++i)
    if (r[i] != 2 * h[39 - i]) ++wrong;
  cudaFree(in);
  cudaFree(out);
  return wrong != 0;
}
