// Each block adds its number to the sum, one after the other.
#include <cstdio>

__global__ void add_up(const int* in, int* lock, int* sum) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *sum += in[blockIdx.x];
  __threadfence();
  atomicExch(lock, 0);
}

int main() {
  int *in, *lock, *sum;
  cudaMallocManaged(&in, 8 * sizeof(int));
  cudaMallocManaged(&lock, sizeof(int));
  cudaMallocManaged(&sum, sizeof(int));
  for (int i = 0; i < 8; ++i) in[i] = 1;
  *lock = *sum = 0;
  add_up<<<8, 1>>>(in, lock, sum);
  cudaDeviceSynchronize();
  printf("%d\n", *sum);  // should print 8
  cudaFree(in);
  cudaFree(lock);
  cudaFree(sum);
}
