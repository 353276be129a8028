// Adds up a row of numbers, which the block keeps in shared memory.
#include <cstdio>

__global__ void sum(const int* a, int n, int* result) {
  __shared__ int partial[256];
  extern __shared__ int row[];
  for (int i = threadIdx.x; i < n; i += 256) row[i] = a[i];
  partial[threadIdx.x] = 0;
  for (int i = threadIdx.x; i < n; i += 256) partial[threadIdx.x] += row[i];
  __syncthreads();
  if (threadIdx.x == 0)
    for (int t = 0; t < 256; ++t) *result += partial[t];
}

int main() {
  const int n = 12200, bytes = n * sizeof(int);
  int* a;
  cudaMallocManaged(&a, (n + 1) * sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = 1;
  a[n] = 0;
  cudaFuncSetAttribute(sum, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       bytes);
  sum<<<1, 256, bytes>>>(a, n, a + n);
  cudaDeviceSynchronize();
  printf("%d\n", a[n]);  // should print 12200
  cudaFree(a);
}
