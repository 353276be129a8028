// Hillis and Steele's scan between two buffers, one barrier a step.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void scan(const int* in, int* out) {
  extern __shared__ int s[];
  const int t = threadIdx.x, n = blockDim.x;
  int from = 0;
  s[t] = in[t];
  __syncthreads();
  for (int k = 1; k < n; k *= 2) {
    const int to = 1 - from;
    s[to * n + t] = t >= k ? s[from * n + t] + s[from * n + t - k] : s[from * n + t];
    __syncthreads();
    from = to;
  }
  out[t] = s[from * n + t];
}

int main() {
  const int n = 100;
  static int h[n], r[n];
  for (int i = 0; i < n; ++i) h[i] = (i * 7) % 23;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  scan<<<1, n, 2 * n * sizeof(int)>>>(in, out);
  int sum = 0;
  cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    sum += h[i];
    if (r[i] != sum) ++wrong;
  }
  return wrong != 0;
}
