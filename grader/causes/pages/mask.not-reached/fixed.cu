// The first 16 lanes add up their numbers.
#include <cstdio>

__global__ void add_up(const int* in, int* out) {
  int t = threadIdx.x, sum = in[t];
  if (t < 16)
    for (int k = 8; k > 0; k /= 2)
      sum += __shfl_down_sync(0x0000ffff, sum, k);
  __syncwarp();
  out[t] = sum;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 32 * sizeof(int));
  cudaMallocManaged(&out, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i) in[i] = i;
  add_up<<<1, 32>>>(in, out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  printf("%d\n", out[0]);  // should print 120
  cudaFree(in);
  cudaFree(out);
}
