// Divides by a scale that may be negative. INT_MIN marks a missing value.
#include <climits>
#include <cstdio>

__global__ void scale_down(int n, int scale, const int* in, int* out) {
  const int i = threadIdx.x;
  if (i < n) out[i] = in[i] == INT_MIN ? INT_MIN : in[i] / scale;
}

int main() {
  const int n = 32;
  int *in, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i) in[i] = i % 8 == 7 ? INT_MIN : i;
  scale_down<<<1, n>>>(n, -1, in, out);
  cudaDeviceSynchronize();
  printf("%d %d\n", out[6], out[7] == INT_MIN);  // should print -6 1
  cudaFree(in);
  cudaFree(out);
}
