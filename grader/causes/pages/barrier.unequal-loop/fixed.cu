// Each thread makes as many rounds as its number says.
#include <cstdio>

__global__ void rounds(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 0;
  out[t] = 0;
  for (int j = 0; j < 63; ++j) {
    if (j < in[t]) s[t] += j;
    __syncthreads();
    out[t] = s[t];
  }
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 64 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) in[i] = i;
  rounds<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  printf("%d %d\n", out[0], out[4]);  // should print 0 6
  cudaFree(in);
  cudaFree(out);
}
