// The same reduction with 1, 31, 33, 100, 1000 and 1024 threads.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sum(int n, const int* in, int* out) {
  __shared__ int s[1024];
  const int t = threadIdx.x;
  int v = 0;
  for (int i = t; i < n; i += blockDim.x) v += in[i];
  s[t] = v;
  for (int left = blockDim.x; left > 1;) {
    const int half = (left + 1) / 2;
    __syncthreads();
    if (t + half < left) s[t] += s[t + half];
    left = half;
  }
  if (t == 0) *out = s[0];
}

int main() {
  const int n = 3000;
  static int h[n];
  int *in, *out, r = 0, expected = 0, wrong = 0;
  for (int i = 0; i < n; ++i) expected += h[i] = i % 13;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  for (int threads : {1, 31, 33, 100, 1000, 1024}) {
    sum<<<1, threads>>>(n, in, out);
    cudaMemcpy(&r, out, sizeof(int), cudaMemcpyDeviceToHost);
    if (r != expected) ++wrong;
  }
  cudaFree(in);
  cudaFree(out);
  return wrong != 0;
}
