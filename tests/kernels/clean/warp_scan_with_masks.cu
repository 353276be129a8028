// Prefix sums by __shfl_up_sync; the upper and the lower half of each warp work under their own
// masks in different branches.
#include <cuda_runtime.h>

#include <cstdio>

__device__ int half_scan(unsigned mask, int v) {
  const int lane = threadIdx.x % 16;
  for (int k = 1; k < 16; k *= 2) {
    const int left = __shfl_up_sync(mask, v, k, 16);
    if (lane >= k) v += left;
  }
  return v;
}

__global__ void scans(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x % 32 < 16) {
    out[i] = half_scan(0x0000ffffu, in[i]);
  } else {
    out[i] = -half_scan(0xffff0000u, in[i]);
  }
}

int main() {
  const int n = 128;
  static int h[n], r[n];
  for (int i = 0; i < n; ++i) h[i] = (i * 7) % 23;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  scans<<<2, 64>>>(in, out);
  cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    int sum = 0;
    for (int k = i / 16 * 16; k <= i; ++k) sum += h[k];
    if (r[i] != (i % 32 < 16 ? sum : -sum)) ++wrong;
  }
  return wrong != 0;
}
