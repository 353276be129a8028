// Adds up 12 numbers by a tree.
#include <cstdio>

__global__ void add_up(const int* in, int* out) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int count = blockDim.x; count > 1; count = (count + 1) / 2) {
    int half = (count + 1) / 2;
    if (t + half < count) s[t] += s[t + half];
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
