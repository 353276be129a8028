// How many rounds does it take to add n numbers in pairs?
#include <cstdio>

__global__ void count(int n, int* rounds) {
  for (; n > 1; n = (n + 1) / 2) ++*rounds;
}

int main() {
  int* rounds;
  cudaMallocManaged(&rounds, sizeof(int));
  *rounds = 0;
  count<<<1, 1>>>(5, rounds);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  printf("%d\n", *rounds);  // should print 3
  cudaFree(rounds);
}
