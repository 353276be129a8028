// Thread 0 hands a table of factors to the block.
#include <cstdio>

__global__ void scale(int* a) {
  __shared__ int factors[2];
  if (threadIdx.x < 2) factors[threadIdx.x] = threadIdx.x + 1;
  __syncthreads();
  a[threadIdx.x] *= factors[threadIdx.x % 2];
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
