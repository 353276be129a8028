// Squares numbers on the device.
#include <cstdio>

__global__ void square(int* a) { a[threadIdx.x] *= a[threadIdx.x]; }

void square_all(int* a, int n) {
  square<<<1, n>>>(a);
  cudaDeviceSynchronize();
}

int main() {
  const int n = 32;
  int numbers[n], *a;
  for (int i = 0; i < n; ++i) numbers[i] = i;
  cudaMalloc(&a, sizeof(numbers));
  cudaMemcpy(a, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  square_all(a, n);
  cudaMemcpy(numbers, a, sizeof(numbers), cudaMemcpyDeviceToHost);
  printf("%d\n", numbers[9]);  // should print 81
  cudaFree(a);
}
