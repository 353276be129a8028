// Both parts of the warp vote, each in its own branch and in its own way, with a mask that names
// all.
// HANGS
#include <cuda_runtime.h>

#include <cstdio>

__global__ void vote(const int* in, unsigned* out) {
  int t = threadIdx.x;
  unsigned b;
  if (in[t] > 6) {
    b = __ballot_sync(0xffffffffu, in[t] > 10);  // FINDING warp-mask ?
  } else {
    b = __any_sync(0xffffffffu, in[t] < 3);  // FINDING warp-mask ?
  }
  out[t] = b;
}

int main() {
  int h[32];
  for (int i = 0; i < 32; ++i) h[i] = i % 13;
  int* in;
  unsigned* out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  vote<<<1, 32>>>(in, out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
