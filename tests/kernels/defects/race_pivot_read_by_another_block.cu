// Block 0 reads the pivot in one line, and block 1 halves it in another, in which it reads it
// itself. Threads of both blocks have the same index.
#include <cuda_runtime.h>

__global__ void scale(float* row, int k, int n) {
  __shared__ float pivot;
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0 && blockIdx.x == 0) {
    pivot = row[k];  // OTHER
  }
  __syncthreads();
  if (j >= k && j < n) row[j] = row[j] / 2;  // FINDING race
  if (j == 0 && pivot == 3) row[0] = pivot;
}

int main() {
  float* row;
  cudaMalloc(&row, 64 * sizeof(float));
  cudaMemset(row, 0, 64 * sizeof(float));
  scale<<<2, 32>>>(row, 32, 64);
  cudaDeviceSynchronize();
  cudaFree(row);
  return 0;
}
