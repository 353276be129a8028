// The input vector is buffered in a local array with room for 8, and the vectors are 9 long.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int most = 8;

__global__ void norms(int S, int N, const float* in, float* out) {
  int h = blockIdx.x * blockDim.x + threadIdx.x;
  if (h >= S) return;
  float v[most];
  for (int j = 0; j < N; ++j) v[j] = in[h * N + j];  // FINDING local-array
  float sum = 0;
  for (int j = 0; j < N; ++j) sum += v[j] * v[j];  // MAYBE local-array
  out[h] = sum;
}

int main() {
  const int S = 50, N = 9;
  static float in[S * N], h[S];
  for (int i = 0; i < S * N; ++i) in[i] = 1;
  float *din, *out;
  cudaMalloc(&din, sizeof(in));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(din, in, sizeof(in), cudaMemcpyHostToDevice);
  norms<<<2, 32>>>(S, N, din, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", h[0]);
  cudaFree(din);
  cudaFree(out);
  return 0;
}
