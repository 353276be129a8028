// Thread 0 fetches a number, and all threads of the block add it.
#include <cstdio>

__global__ void add_first(const int* in, int* out) {
  __shared__ int first;
  int t = threadIdx.x;
  if (t == 0) first = in[0];
  __syncthreads();
  out[t] = in[t] + first;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 64 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) in[i] = 5 + i;
  add_first<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  printf("%d %d\n", out[0], out[63]);  // should print 10 73
  cudaFree(in);
  cudaFree(out);
}
