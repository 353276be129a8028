// Every thread of every block leaves a partial sum, fences, and waits for its block; then thread 0
// fences for all of them and takes the ticket.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void dot(int n, const float* A, const float* B, float* partial, unsigned* ticket,
                    float* result) {
  __shared__ bool last;
  const int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
  float v = 0;
  for (int j = i; j < n; j += all) v += A[j] * B[j];
  partial[i] = v;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    last = atomicAdd(ticket, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last || threadIdx.x != 0) return;
  __threadfence();
  float sum = 0;
  for (int j = 0; j < all; ++j) sum += partial[j];
  *result = sum;
}

int main() {
  const int n = 400;
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
  unsigned* ticket;
  cudaMalloc(&partial, 5 * 32 * sizeof(float));
  cudaMalloc(&ticket, sizeof(unsigned));
  cudaMemset(ticket, 0, sizeof(unsigned));
  dot<<<5, 32>>>(n, A, B, partial, ticket, result);
  cudaFree(partial);
  cudaFree(ticket);
  cudaMemcpy(&r, result, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(A);
  cudaFree(B);
  cudaFree(result);
  if (r != expected) printf("%g, expected %g\n", r, expected);
  return r != expected;
}
