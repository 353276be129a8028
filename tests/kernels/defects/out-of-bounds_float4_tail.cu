// A dot product by float4: n is rounded up to a multiple of 4, and the last load sticks out into
// the gap between the arrays.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void dot4(int n, const float* A, const float* B, float* result) {
  float sum = 0;
  int quads = (n + 3) / 4;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
    float4 a = reinterpret_cast<const float4*>(A)[i];  // FINDING out-of-bounds
    float4 b = reinterpret_cast<const float4*>(B)[i];  // FINDING out-of-bounds
    sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  }
  atomicAdd(result, sum);
}

int main() {
  const int n = 230;  // 57 quads and 2
  float h[n], r;
  for (int i = 0; i < n; ++i) h[i] = 0.5f;
  float *A, *B, *result;
  cudaMalloc(&A, sizeof(h));
  cudaMalloc(&B, sizeof(h));
  cudaMalloc(&result, sizeof(float));
  cudaMemcpy(A, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemcpy(B, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(result, 0, sizeof(float));
  dot4<<<1, 32>>>(n, A, B, result);
  cudaMemcpy(&r, result, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", r);
  cudaFree(A);
  cudaFree(B);
  cudaFree(result);
  return 0;
}
