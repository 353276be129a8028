// Adds both neighbors of each number; beyond the ends there are zeros.
#include <cstdio>

__global__ void neighbors(int n, const int* a, int* out) {
  __shared__ int s[34];
  int i = blockIdx.x * 32 + threadIdx.x, t = threadIdx.x + 1;
  s[t] = i < n ? a[i] : 0;
  if (t == 1) s[0] = i > 0 ? a[i - 1] : 0;
  if (t == 32) s[33] = i + 1 < n ? a[i + 1] : 0;
  __syncthreads();
  if (i < n) out[i] = s[t - 1] + s[t + 1];
}

int main() {
  const int n = 100;
  int *a, *out;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = i;
  neighbors<<<(n + 31) / 32, 32>>>(n, a, out);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", out[1], out[31], out[64]);  // should print 2 62 128
  cudaFree(a);
  cudaFree(out);
}
