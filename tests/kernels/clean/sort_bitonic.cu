// Bitonic sort in shared memory.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sort(const int* in, int* out) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  s[t] = in[t];
  for (int size = 2; size <= 128; size *= 2)
    for (int stride = size / 2; stride > 0; stride /= 2) {
      __syncthreads();
      const int other = t ^ stride;
      if (other > t) {
        const bool up = (t & size) == 0;
        const int a = s[t], b = s[other];
        if ((a > b) == up) {
          s[t] = b;
          s[other] = a;
        }
      }
    }
  __syncthreads();
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
  sort<<<1, n>>>(in, out);
  int seen[23] = {};
  for (int i = 0; i < n; ++i) ++seen[h[i]];
  cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    if (i > 0 && r[i] < r[i - 1]) ++wrong;
    --seen[r[i]];
  }
  for (int count : seen) wrong += count != 0;
  return wrong != 0;
}
