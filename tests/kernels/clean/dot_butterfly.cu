// A butterfly: after five shuffles every lane has the warp's sum; segments of 8 lanes by `width`.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void dot(int n, const float* A, const float* B, float* result) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = i < n ? A[i] * B[i] : 0;
  for (int k = 4; k > 0; k >>= 1) v += __shfl_xor_sync(0xffffffff, v, k, 8);
  if (threadIdx.x % 8 == 0) atomicAdd(result, v);
}

int main() {
  const int n = 250;
  static float hA[n], hB[n];
  float expected = 0, r = -1;
  for (int i = 0; i < n; ++i) {
    hA[i] = i % 5 - 2;
    hB[i] = i % 3;
    expected += hA[i] * hB[i];
  }
  float *A, *B, *result;
  cudaMalloc(&A, sizeof(hA));
  cudaMalloc(&B, sizeof(hB));
  cudaMalloc(&result, sizeof(float));
  cudaMemcpy(A, hA, sizeof(hA), cudaMemcpyHostToDevice);
  cudaMemcpy(B, hB, sizeof(hB), cudaMemcpyHostToDevice);
  cudaMemset(result, 0, sizeof(float));
  dot<<<4, 64>>>(n, A, B, result);
  cudaMemcpy(&r, result, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(A);
  cudaFree(B);
  cudaFree(result);
  if (r != expected) printf("%g, expected %g\n", r, expected);
  return r != expected;
}
