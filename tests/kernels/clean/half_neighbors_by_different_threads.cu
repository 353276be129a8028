// Neighboring halves of one word are stored by different threads and blocks.
#include <cuda_fp16.h>

#include <cmath>
#include <cstdio>
#include <vector>

__global__ void fill(int n, __half* out) {
  int i = threadIdx.x * gridDim.x + blockIdx.x;
  if (i < n) out[i] = __int2half_rn(i % 100);
}

__global__ void turn(const __half* in, __half* out) {
  __shared__ __half tile[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[16 * y + x];
  __syncthreads();
  out[16 * y + x] = tile[x][y];
}

int main() {
  __half *a, *b;
  cudaMalloc(&a, 256 * sizeof(__half));
  cudaMalloc(&b, 256 * sizeof(__half));
  fill<<<8, 32>>>(256, a);
  turn<<<1, dim3(16, 16)>>>(a, b);
  std::vector<__half> h(256);
  cudaMemcpy(h.data(), b, 256 * sizeof(__half), cudaMemcpyDeviceToHost);
  printf("%g\n", __half2float(h[16]));
  cudaFree(a);
  cudaFree(b);
  return __half2float(h[16]) == 1.0f ? 0 : 1;
}
