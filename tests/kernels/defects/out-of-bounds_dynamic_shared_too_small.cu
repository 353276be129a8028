// The launch gives the tile its bytes as if they were elements' count: a quarter of what is used.
#include <cstdio>

extern __shared__ float tile[];

__global__ void reverse(float* a) {
  tile[threadIdx.x] = a[threadIdx.x];  // FINDING out-of-bounds
  __syncthreads();
  a[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];  // MAYBE out-of-bounds
}

int main() {
  float* a;
  cudaMalloc(&a, 64 * sizeof(float));
  cudaMemset(a, 0, 64 * sizeof(float));
  reverse<<<1, 64, 64>>>(a);
  cudaDeviceSynchronize();
  cudaFree(a);
}
