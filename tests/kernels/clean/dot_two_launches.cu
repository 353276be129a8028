// Partial sums by one launch, their sum by the next; each thread adds several elements first.
#include <cuda_runtime.h>

#include <cstdio>

template <int Threads>
__global__ void sum_products(int n, const float* A, const float* B, float* partial) {
  __shared__ float s[Threads];
  const int t = threadIdx.x;
  float v = 0;
  for (int i = blockIdx.x * Threads + t; i < n; i += gridDim.x * Threads)
    v += A[i] * (B ? B[i] : 1);
  s[t] = v;
  __syncthreads();
  if (Threads >= 128 && t < 64) s[t] += s[t + 64];
  if (Threads >= 128) __syncthreads();
  if (t < 32) {
    v = s[t] + s[t + 32];
    for (int k = 16; k > 0; k /= 2) v += __shfl_down_sync(0xffffffff, v, k);
    if (t == 0) partial[blockIdx.x] = v;
  }
}

int main() {
  const int n = 900;
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
  float* partial;
  cudaMalloc(&partial, 6 * sizeof(float));
  sum_products<128><<<6, 128>>>(n, A, B, partial);
  sum_products<64><<<1, 64>>>(6, partial, nullptr, result);
  cudaFree(partial);
  cudaMemcpy(&r, result, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(A);
  cudaFree(B);
  cudaFree(result);
  if (r != expected) printf("%g, expected %g\n", r, expected);
  return r != expected;
}
