// memcpy and memset in device code, on global, shared and local memory.
#include <cuda_runtime.h>

#include <cstdio>

#include <cstring>

struct Row {
  int length;
  float values[30];
};

__global__ void process(int n, const Row* in, Row* out, float* sums) {
  __shared__ float s[4][32];
  const int t = threadIdx.x;
  float local[30];
  memset(s[t], 0, sizeof(s[t]));
  memcpy(local, in[t].values, in[t].length * sizeof(float));
  memcpy(s[t], local, in[t].length * sizeof(float));
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum += s[3 - t][k];
  sums[t] = sum;
  out[3 - t] = in[t];
  memset(&out[3 - t].values[20], 0, 10 * sizeof(float));
}

int main() {
  const int n = 4;
  static Row h[n], r[n];
  float sums[n], *dsums;
  Row *in, *out;
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    h[i].length = 5 + 8 * i;
    for (int k = 0; k < 30; ++k) h[i].values[k] = i + k;
  }
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMalloc(&dsums, sizeof(sums));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  process<<<1, n>>>(n, in, out, dsums);
  cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
  cudaMemcpy(sums, dsums, sizeof(sums), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  cudaFree(dsums);
  for (int i = 0; i < n; ++i) {
    const int j = n - 1 - i;
    float sum = 0;
    for (int k = 0; k < h[j].length; ++k) sum += h[j].values[k];
    if (sums[i] != sum || r[i].length != h[j].length) ++wrong;
    for (int k = 0; k < 30; ++k)
      if (r[i].values[k] != (k < 20 ? h[j].values[k] : 0)) ++wrong;
  }
  return wrong != 0;
}
