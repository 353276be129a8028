// Threads store single bytes and pairs of bytes beside each other, in shared and in global memory.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void spread(int n, const unsigned char* in, unsigned char* bytes, unsigned short* pairs,
                       bool* odd) {
  __shared__ unsigned char s[64];
  __shared__ short p[64];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t] = i < n ? in[i] : 0;
  p[t] = t;
  __syncthreads();
  if (i >= n) return;
  bytes[i] = s[63 - t] + p[t];
  pairs[i] = p[63 - t];
  odd[i] = s[t] & 1;
}

int main() {
  const int n = 128;
  unsigned char h[n], bytes[n], *in, *dbytes;
  unsigned short pairs[n], *dpairs;
  bool odd[n], *dodd;
  for (int i = 0; i < n; ++i) h[i] = 3 * i;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&dbytes, sizeof(bytes));
  cudaMalloc(&dpairs, sizeof(pairs));
  cudaMalloc(&dodd, sizeof(odd));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  spread<<<2, 64>>>(n, in, dbytes, dpairs, dodd);
  cudaMemcpy(bytes, dbytes, sizeof(bytes), cudaMemcpyDeviceToHost);
  cudaMemcpy(pairs, dpairs, sizeof(pairs), cudaMemcpyDeviceToHost);
  cudaMemcpy(odd, dodd, sizeof(odd), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(dbytes);
  cudaFree(dpairs);
  cudaFree(dodd);
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    const int t = i % 64, other = i - t + 63 - t;
    if (bytes[i] != (unsigned char)(h[other] + t)) ++wrong;
    if (pairs[i] != 63 - t || odd[i] != (h[i] & 1)) ++wrong;
  }
  return wrong != 0;
}
