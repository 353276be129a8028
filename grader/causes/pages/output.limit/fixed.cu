// Adds up four numbers, and prints the sum.
#include <cstdio>

__global__ void add_up(const int* a) {
  __shared__ int s[4];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  int sum = s[0] + s[1] + s[2] + s[3];
  if (threadIdx.x == 0) printf("%d\n", sum);
}

// should print 10
int main() {
  int* a;
  cudaMallocManaged(&a, 4 * sizeof(int));
  for (int i = 0; i < 4; ++i) a[i] = i + 1;
  add_up<<<1, 4>>>(a);
  cudaDeviceSynchronize();
  cudaFree(a);
}
