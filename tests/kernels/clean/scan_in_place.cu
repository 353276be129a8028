// The scan in place, with a barrier between reading and writing.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void scan(const int* in, int* out) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  s[t] = in[t];
  for (int k = 1; k < blockDim.x; k *= 2) {
    __syncthreads();
    const int left = t >= k ? s[t - k] : 0;
    __syncthreads();
    s[t] += left;
  }
  out[t] = s[t];
}

int main() {
  const int n = 128;
  static int h[n], r[n];
  for (int i = 0; i < n; ++i) h[i] = (i * 7) % 23;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  scan<<<1, n>>>(in, out);
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
