// Adds up 12 numbers by a tree.
// prints 48
#include <cstdio>

__global__ void add_up(const int* in, int* out) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) s[t] += s[t + half];  // <- sizes.no-multiple
    __syncthreads();
  }
  if (t == 0) *out = s[0];
}

int main() {
  const int n = 12;
  int *in, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, sizeof(int));
  for (int i = 0; i < n; ++i) in[i] = i + 1;
  add_up<<<1, n, n * sizeof(int)>>>(in, out);
  cudaDeviceSynchronize();
  printf("%d\n", *out);  // should print 78
  cudaFree(in);
  cudaFree(out);
}
