// n is added one by one, two in each round.
#include <cstdio>

__global__ void add(int count, int* sum) { *sum += count; }

int main() {
  int n = 5, *s;
  cudaMallocManaged(&s, sizeof(int));
  *s = 0;
  for (; n > 1; n -= 2) add<<<1, 1>>>(2, s);
  add<<<1, 1>>>(n, s);  // what is left of an odd number
  cudaDeviceSynchronize();
  printf("%d\n", *s);  // should print 5
  cudaFree(s);
}
