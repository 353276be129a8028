// Turns 32 numbers round.
#include <cstdio>

__global__ void reverse(const int* in, int* out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[31 - t];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 32 * sizeof(int));
  cudaMallocManaged(&out, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i) in[i] = i;
  reverse<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  printf("%d %d\n", out[0], out[31]);  // should print 31 0
  cudaFree(in);
  cudaFree(out);
}
