// Memory of the host that is registered is checked as all memory that kernels access.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__global__ void race(int* word) {
  *word = threadIdx.x;  // FINDING race
}

__global__ void fill(int n, int* a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i;  // FINDING race ?
}

__global__ void past_the_end(int n, int* a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) a[i] = i;  // FINDING out-of-bounds
}

int main() {
  const int n = 100;
  std::vector<int> a(n + 28), early(n);
  cudaHostRegister(early.data(), n * sizeof(int), cudaHostRegisterDefault);
  cudaHostRegister(a.data(), n * sizeof(int), cudaHostRegisterMapped);
  race<<<1, 32>>>(a.data());
  cudaDeviceSynchronize();
  fill<<<1, 128>>>(n, early.data());
  int first = early[3];  // FINDING race ?
  cudaDeviceSynchronize();
  printf("%d\n", first);
  past_the_end<<<1, 128>>>(n, a.data());
  cudaDeviceSynchronize();
  cudaHostUnregister(a.data());
  cudaHostUnregister(early.data());
  return 0;
}
