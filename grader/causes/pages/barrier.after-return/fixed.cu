// 50 numbers in a block of 64 threads; neighbors swap.
#include <cstdio>

__global__ void swap_pairs(int n, const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < n) s[t] = in[t];
  __syncthreads();
  if (t < n) out[t] = s[t ^ 1];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 50 * sizeof(int));
  cudaMallocManaged(&out, 50 * sizeof(int));
  for (int i = 0; i < 50; ++i) in[i] = i;
  swap_pairs<<<1, 64>>>(50, in, out);
  cudaDeviceSynchronize();
  printf("%d %d\n", out[0], out[49]);  // should print 1 48
  cudaFree(in);
  cudaFree(out);
}
