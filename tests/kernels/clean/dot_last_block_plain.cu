// As NVIDIA's sample threadFenceReduction: plain partial sums, a fence, a ticket; all threads of
// the last block read the sums of the others.
#include <cuda_runtime.h>

#include <cstdio>

__device__ unsigned int retired = 0;
__shared__ bool am_last;

__global__ void dot(int n, const float* A, const float* B, float* partial, float* result) {
  extern __shared__ float s[];
  const int t = threadIdx.x;
  float v = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) v += A[i] * B[i];
  s[t] = v;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k /= 2) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0) {
    partial[blockIdx.x] = s[0];
    __threadfence();
    unsigned int ticket = atomicInc(&retired, gridDim.x);
    am_last = (ticket == gridDim.x - 1);
  }
  __syncthreads();
  if (am_last) {
    v = 0;
    for (int b = t; b < gridDim.x; b += blockDim.x) v += partial[b];
    s[t] = v;
    __syncthreads();
    for (int k = blockDim.x / 2; k > 0; k /= 2) {
      if (t < k) s[t] += s[t + k];
      __syncthreads();
    }
    if (t == 0) {
      *result = s[0];
      retired = 0;
    }
  }
}

int main() {
  const int n = 1200;
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
  cudaMalloc(&partial, 40 * sizeof(float));
  dot<<<40, 32, 32 * sizeof(float)>>>(n, A, B, partial, result);
  dot<<<7, 64, 64 * sizeof(float)>>>(n, A, B, partial, result);
  cudaFree(partial);
  cudaMemcpy(&r, result, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(A);
  cudaFree(B);
  cudaFree(result);
  if (r != expected) printf("%g, expected %g\n", r, expected);
  return r != expected;
}
