// Dynamic shared memory carved into arrays of different types, the widest first.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void mixed(int n, const float* in, double* out) {
  extern __shared__ __align__(16) unsigned char room[];
  double* sums = reinterpret_cast<double*>(room);
  float* values = reinterpret_cast<float*>(sums + n);
  short* order = reinterpret_cast<short*>(values + n);
  char* mark = reinterpret_cast<char*>(order + n);
  const int t = threadIdx.x;
  values[t] = in[t];
  order[t] = n - 1 - t;
  mark[t] = t % 2 ? -1 : 1;
  __syncthreads();
  sums[t] = values[order[t]] * mark[order[t]];
  __syncthreads();
  out[t] = sums[(t + 1) % n];
}

int main() {
  const int n = 45;
  float h[n], *in;
  double r[n], *out;
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(r));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  mixed<<<1, n, n*(sizeof(double) + sizeof(float) + sizeof(short) + 1)>>>(n, in, out);
  cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    const int from = n - 1 - (i + 1) % n;
    if (r[i] != (from % 2 ? -from : from)) ++wrong;
  }
  return wrong != 0;
}
