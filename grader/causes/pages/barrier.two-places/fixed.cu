// The first half of the block doubles its numbers, then all swap.
#include <cstdio>

__global__ void halves(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t < 32) s[t] *= 2;
  __syncthreads();
  out[t] = s[63 - t];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 64 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) in[i] = i;
  halves<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  printf("%d %d\n", out[0], out[63]);  // should print 63 0
  cudaFree(in);
  cudaFree(out);
}
