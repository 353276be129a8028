// Each lane of a warp takes its right neighbour's number.
#include <cstdio>

__global__ void rotate(const int* in, int* out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncwarp();
  out[t] = s[(t + 1) % 32];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 32 * sizeof(int));
  cudaMallocManaged(&out, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i) in[i] = i;
  rotate<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  printf("%d %d\n", out[0], out[31]);  // should print 1 0
  cudaFree(in);
  cudaFree(out);
}
