// Adds up three numbers in host memory.
#include <cstdio>

__global__ void add_up(const int* a, int* sum) {
  *sum = a[0] + a[1] + a[2];
}

int total(const int* a) {
  int* d;  // three numbers and their sum
  cudaMalloc(&d, 4 * sizeof(int));
  cudaMemcpy(d, a, 3 * sizeof(int), cudaMemcpyHostToDevice);
  add_up<<<1, 1>>>(d, d + 3);
  int sum;
  cudaMemcpy(&sum, d + 3, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d);
  return sum;
}

int main() {
  const int a[3] = {1, 2, 3}, b[3] = {4, 5, 6};
  printf("%d ", total(a));
  printf("%d\n", total(b));  // should print 6 15
}
