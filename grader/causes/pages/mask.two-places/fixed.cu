// Large and small numbers are counted apart.
#include <cstdio>

__global__ void count(const int* in, int* out) {
  int t = threadIdx.x;
  unsigned large = __ballot_sync(0xffffffff, in[t] >= 20);
  out[t] = in[t] >= 20 ? __popc(large) : 32 - __popc(large);
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 32 * sizeof(int));
  cudaMallocManaged(&out, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i) in[i] = i;
  count<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  printf("%d %d\n", out[0], out[31]);  // should print 20 12
  cudaFree(in);
  cudaFree(out);
}
