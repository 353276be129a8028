// Large and small numbers are counted apart.
#include <cstdio>

__global__ void count(const int* in, int* out) {
  int t = threadIdx.x;
  if (in[t] >= 20)
    out[t] = __popc(__ballot_sync(0xffffffff, 1));  // <- mask.two-places
  else
    out[t] = __popc(__ballot_sync(0xffffffff, 1));  // <- the other
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
