// Two rounds: the pointers change places, the result is always in now.
#include <cstdio>

__global__ void add_one(const int* from, int* to) {
  to[threadIdx.x] = from[threadIdx.x] + 1;
}

int main() {
  int *a, *b, *now, *next;
  cudaMallocManaged(&a, 32 * sizeof(int));
  cudaMallocManaged(&b, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i) a[i] = i;
  now = a, next = b;
  for (int round = 0; round < 2; ++round) {
    add_one<<<1, 32>>>(now, next);
    int* swapped = now;
    now = next, next = swapped;
  }
  cudaDeviceSynchronize();
  printf("%d\n", now[0]);  // should print 2
  cudaFree(b);
  cudaFree(a);
}
