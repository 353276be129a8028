// Each lane takes its right neighbor's number; there are 50 numbers.
#include <cstdio>

__global__ void shift(int n, const int* in, int* out) {
  int t = threadIdx.x;
  int mine = t < n ? in[t] : -1;
  int next = __shfl_down_sync(0xffffffff, mine, 1);
  if (t < n) out[t] = t % 32 < 31 ? next : -1;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 50 * sizeof(int));
  cudaMallocManaged(&out, 50 * sizeof(int));
  for (int i = 0; i < 50; ++i) in[i] = i;
  shift<<<1, 64>>>(50, in, out);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", out[0], out[31], out[49]);  // should print 1 -1 -1
  cudaFree(in);
  cudaFree(out);
}
