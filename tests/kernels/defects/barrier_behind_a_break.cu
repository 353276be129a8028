// Half of the warps leave the loop early and wait at the barrier behind it, the others at that
// inside.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void relax(const int* in, int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int r = 0; r < 4; ++r) {
    if (t < 32 && r == 2) break;
    s[t] += 1;
    __syncthreads();  // FINDING barrier ?
  }
  __syncthreads();  // FINDING barrier ?
  out[t] = s[t];
}

int main() {
  const int n = 64;
  int h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 13;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  relax<<<1, n>>>(in, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h[0]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
