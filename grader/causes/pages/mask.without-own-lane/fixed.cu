// All lanes take the number of lane 0.
#include <cstdio>

__global__ void first(const int* in, int* out) {
  int t = threadIdx.x;
  out[t] = __shfl_sync(0xffffffff, in[t], 0);
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 32 * sizeof(int));
  cudaMallocManaged(&out, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i) in[i] = 5 + i;
  first<<<1, 32>>>(in, out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  printf("%d %d\n", out[0], out[31]);  // should print 5 5
  cudaFree(in);
  cudaFree(out);
}
