// The halves of a warp swap.
#include <cstdio>

__global__ void swap_halves(const int* in, int* out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 16];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 32 * sizeof(int));
  cudaMallocManaged(&out, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i) in[i] = i;
  swap_halves<<<1, 32>>>(in, out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  printf("%d %d\n", out[0], out[31]);  // should print 16 15
  cudaFree(in);
  cudaFree(out);
}
