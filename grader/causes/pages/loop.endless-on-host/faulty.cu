// n is added one by one, two in each round.
#include <cstdio>

__global__ void add(int count, int* sum) { *sum += count; }

// stopped after 2 s
int main() {
  int n = 5, *s;
  cudaMallocManaged(&s, sizeof(int));
  *s = 0;
  for (; n != 0; n -= 2) add<<<1, 1>>>(2, s);  // <- loop.endless-on-host
  cudaDeviceSynchronize();
  printf("%d\n", *s);  // should print 5
  cudaFree(s);
}
