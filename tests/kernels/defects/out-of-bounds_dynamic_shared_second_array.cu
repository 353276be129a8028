// Two arrays are carved out of dynamic shared memory, and the launch counts only one and a half.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void dot_chunks(int n, const float* A, const float* B, float* out) {
  extern __shared__ float s[];
  float* a = s;
  float* b = s + blockDim.x;
  int t = threadIdx.x;
  a[t] = t < n ? A[t] : 0;
  b[t] = t < n ? B[t] : 0;  // FINDING out-of-bounds
  __syncthreads();
  if (t == 0) {
    float sum = 0;
    for (int j = 0; j < blockDim.x; ++j) sum += a[j] * b[j];  // FINDING out-of-bounds
    *out = sum;
  }
}

int main() {
  const int n = 64;
  float h[n], r;
  for (int i = 0; i < n; ++i) h[i] = 1;
  float *A, *B, *out;
  cudaMalloc(&A, sizeof(h));
  cudaMalloc(&B, sizeof(h));
  cudaMalloc(&out, sizeof(float));
  cudaMemcpy(A, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemcpy(B, h, sizeof(h), cudaMemcpyHostToDevice);
  dot_chunks<<<1, n, 3 * n * sizeof(float) / 2>>>(n, A, B, out);
  cudaMemcpy(&r, out, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", r);
  cudaFree(A);
  cudaFree(B);
  cudaFree(out);
  return 0;
}
