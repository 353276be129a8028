// The block adds up its numbers; one thread adds that to the sum.
#include <cstdio>

__global__ void add_up(const int* in, int* lock, int* sum) {
  __shared__ int s;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  atomicAdd(&s, in[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *sum += s;
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
  add_up<<<1, 8>>>(in, lock, sum);
  cudaDeviceSynchronize();
  printf("%d\n", *sum);  // should print 8
  cudaFree(in);
  cudaFree(lock);
  cudaFree(sum);
}
