// Where is the first number above the limit?
#include <cstdio>

__global__ void find(int n, const int* a, int limit, int* where) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && a[i] > limit) atomicMin(where, i);
}

int main() {
  const int n = 1000;
  int *a, *where;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&where, sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = i;
  *where = n;
  find<<<4, 256>>>(n, a, 700, where);
  cudaDeviceSynchronize();
  printf("%d\n", *where);  // should print 701
  cudaFree(a);
  cudaFree(where);
}
