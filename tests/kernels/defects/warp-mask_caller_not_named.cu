// The mask names the lower half of the warp, and all lanes call.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void lower_half(const int* in, int* out) {
  int v = in[threadIdx.x];
  int first = __shfl_sync(0x0000ffffu, v, 0);  // FINDING warp-mask
  out[threadIdx.x] = first;
}

int main() {
  const int n = 32;
  int h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 13;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  lower_half<<<1, n>>>(in, out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
