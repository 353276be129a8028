// Each lane of a warp takes its right neighbor's number, in two warps.
#include <cstdio>

__global__ void rotate(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x, first = t / 32 * 32;
  s[t] = in[t];
  __syncwarp();
  out[t] = s[first + (t + 1) % 32];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 64 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) in[i] = i;
  rotate<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  printf("%d %d\n", out[0], out[63]);  // should print 1 32
  cudaFree(in);
  cudaFree(out);
}
