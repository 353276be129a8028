// A device function with a barrier in it, called by two kernels and twice by one of them.
#include <cuda_runtime.h>

#include <cstdio>

__device__ int block_max(int* s, int v) {
  const int t = threadIdx.x;
  s[t] = v;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k /= 2) {
    if (t < k) s[t] = max(s[t], s[t + k]);
    __syncthreads();
  }
  const int result = s[0];
  __syncthreads();
  return result;
}

__global__ void range(const int* in, int* out) {
  __shared__ int s[64];
  const int most = block_max(s, in[threadIdx.x]);
  const int least = -block_max(s, -in[threadIdx.x]);
  if (threadIdx.x == 0) *out = most - least;
}

__global__ void largest(const int* in, int* out) {
  __shared__ int s[32];
  const int most = block_max(s, in[threadIdx.x]);
  if (threadIdx.x == 0) *out = most;
}

int main() {
  int h[64], *in, *out, r[2], wrong = 0;
  for (int i = 0; i < 64; ++i) h[i] = (i * 29) % 64 - 7;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(r));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  range<<<1, 64>>>(in, out);
  largest<<<1, 32>>>(in, out + 1);
  cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  int most = h[0];
  for (int i = 0; i < 32; ++i) most = h[i] > most ? h[i] : most;
  if (r[0] != 63 || r[1] != most) ++wrong;
  return wrong != 0;
}
