// The sum of 50 numbers: each thread adds up its own.
#include <cstdio>

__global__ void total(int n, const int* in, int* out) {
  int sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += in[i];
  atomicAdd(out, sum);
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 50 * sizeof(int));
  cudaMallocManaged(&out, sizeof(int));
  for (int i = 0; i < 50; ++i) in[i] = 2;
  *out = 0;
  total<<<1, 64>>>(50, in, out);
  cudaDeviceSynchronize();
  printf("%d\n", *out);  // should print 100
  cudaFree(in);
  cudaFree(out);
}
