// Thread 0 hands a table of factors to the block.
#include <cstdio>

__global__ void scale(int* a) {
  __shared__ int* shared_factors;
  int factors[2] = {1, 2};
  if (threadIdx.x == 0) shared_factors = factors;
  __syncthreads();
  a[threadIdx.x] *=
      shared_factors[threadIdx.x % 2];  // <- pointer.of-other-thread
}

int main() {
  int h[32], *a;
  for (int i = 0; i < 32; ++i) h[i] = i;
  cudaMalloc(&a, sizeof(h));
  cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
  scale<<<1, 32>>>(a);
  cudaMemcpy(h, a, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[31]);  // should print 62
  cudaFree(a);
}
