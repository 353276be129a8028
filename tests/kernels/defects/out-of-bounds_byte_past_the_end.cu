// A string's terminating zero has no room: one byte past the end.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void upper(int n, const char* in, char* out) {
  int i = threadIdx.x;
  if (i < n) out[i] = in[i] >= 'a' && in[i] <= 'z' ? in[i] - 32 : in[i];
  if (i == 0) out[n] = 0;  // FINDING out-of-bounds
}

int main() {
  const char text[] = "unified memory";
  const int n = sizeof(text) - 1;
  char h[n + 1] = {};
  char *in, *out;
  cudaMalloc(&in, n);
  cudaMalloc(&out, n);
  cudaMemcpy(in, text, n, cudaMemcpyHostToDevice);
  upper<<<1, 32>>>(n, in, out);
  cudaMemcpy(h, out, n, cudaMemcpyDeviceToHost);
  printf("%s\n", h);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
