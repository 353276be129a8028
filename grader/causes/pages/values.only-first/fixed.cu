// Doubles 8 numbers in host memory.
#include <cstdio>

__global__ void twice(const int* in, int* out) {
  out[threadIdx.x] = 2 * in[threadIdx.x];
}

int main() {
  const int n = 8;
  int h[n] = {1, 2, 3, 4, 5, 6, 7, 8}, result[n] = {}, *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
  twice<<<1, n>>>(in, out);
  size_t bytes = n * sizeof(int);
  cudaMemcpy(result, out, bytes, cudaMemcpyDeviceToHost);
  printf("%d %d\n", result[0], result[n - 1]);  // should print 2 16
  cudaFree(in);
  cudaFree(out);
}
