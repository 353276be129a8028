// Shuffles within the warps, shared memory between them; all threads take part, with zeros past the
// end.
#include <cuda_runtime.h>

#include <cstdio>

__inline__ __device__ float warp_sum(float v) {
#pragma unroll
  for (int k = warpSize / 2; k > 0; k /= 2) v += __shfl_down_sync(0xffffffff, v, k);
  return v;
}

__global__ void dot(int n, const float* A, const float* B, float* result) {
  static __shared__ float of_warp[32];
  const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  float v = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    v += A[i] * B[i];
  v = warp_sum(v);
  if (lane == 0) of_warp[warp] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / warpSize ? of_warp[lane] : 0;
  if (warp == 0) v = warp_sum(v);
  if (threadIdx.x == 0) atomicAdd(result, v);
}

int main() {
  const int n = 1000;
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
  dot<<<3, 96>>>(n, A, B, result);
  cudaMemcpy(&r, result, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(A);
  cudaFree(B);
  cudaFree(result);
  if (r != expected) printf("%g, expected %g\n", r, expected);
  return r != expected;
}
