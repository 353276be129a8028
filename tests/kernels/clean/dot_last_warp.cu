// The last warp goes on alone through volatile shared memory, with __syncwarp between reading and
// writing.
#include <cuda_runtime.h>

#include <cstdio>

__device__ void add_last_warp(volatile float* s, int t) {
  float v = s[t];
  v += s[t + 32];
  __syncwarp();
  s[t] = v;
  __syncwarp();
  for (int k = 16; k > 0; k /= 2) {
    v += s[t + k];
    __syncwarp();
    s[t] = v;
    __syncwarp();
  }
}

__global__ void dot(int n, const float* A, const float* B, float* result) {
  __shared__ float s[128];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? A[i] * B[i] : 0;
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) add_last_warp(s, t);
  if (t == 0) atomicAdd(result, s[0]);
}

int main() {
  const int n = 333;
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
  dot<<<3, 128>>>(n, A, B, result);
  cudaMemcpy(&r, result, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(A);
  cudaFree(B);
  cudaFree(result);
  if (r != expected) printf("%g, expected %g\n", r, expected);
  return r != expected;
}
