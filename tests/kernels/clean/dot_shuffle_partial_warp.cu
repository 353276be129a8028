// A block of 80 threads, and the last warp has 16 of them; only lanes with an element take part,
// and their mask comes from a ballot. Nobody reads from a lane that the mask does not name.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void dot(int n, const float* A, const float* B, float* result) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  const unsigned there = threadIdx.x < 64 ? 0xffffffffu : 0xffffu;
  const unsigned mask = __ballot_sync(there, i < n);
  if (i < n) {
    const int count = __popc(mask);
    float v = A[i] * B[i];
    for (int k = 16; k > 0; k /= 2) {
      const float other = __shfl_sync(mask, v, lane + k < count ? lane + k : lane);
      if (lane + k < count) v += other;
    }
    if (lane == 0) atomicAdd(result, v);
  }
}

int main() {
  const int n = 150;
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
  dot<<<2, 80>>>(n, A, B, result);
  cudaMemcpy(&r, result, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(A);
  cudaFree(B);
  cudaFree(result);
  if (r != expected) printf("%g, expected %g\n", r, expected);
  return r != expected;
}
