// The largest of 50 numbers, in a block of 64 threads.
#include <cstdio>

__global__ void largest(int n, const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < n) s[t] = in[t];
  __syncthreads();
  if (t > 0) return;
  int most = s[0];
  for (int i = 1; i < n; ++i) most = max(most, s[i]);
  *out = most;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 50 * sizeof(int));
  cudaMallocManaged(&out, 50 * sizeof(int));
  for (int i = 0; i < 50; ++i) in[i] = i;
  largest<<<1, 64>>>(50, in, out);
  cudaDeviceSynchronize();
  printf("%d\n", *out);  // should print 49
  cudaFree(in);
  cudaFree(out);
}
