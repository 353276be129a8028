// The block turns its 64 numbers around.
#include <cstdio>

__global__ void reverse(const int* in, int* out) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[63 - t];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 64 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) in[i] = i;
  reverse<<<1, 64, 64 * sizeof(int)>>>(in, out);
  cudaDeviceSynchronize();
  printf("%d %d\n", out[0], out[63]);  // should print 63 0
  cudaFree(in);
  cudaFree(out);
}
