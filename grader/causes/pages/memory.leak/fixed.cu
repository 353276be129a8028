// A function with a work array of its own.
#include <cstdio>

__global__ void square(const int* a, int* b) {
  b[threadIdx.x] = a[threadIdx.x] * a[threadIdx.x];
}

int square_of(const int* a, int which) {
  int *work, result;
  cudaMalloc(&work, 32 * sizeof(int));
  square<<<1, 32>>>(a, work);
  cudaMemcpy(&result, work + which, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(work);
  return result;
}

int main() {
  int* a;
  cudaMallocManaged(&a, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i) a[i] = i;
  printf("%d\n", square_of(a, 9));  // should print 81
  cudaFree(a);
}
