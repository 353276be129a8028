// Each block adds its number to the sum, one after the other.
#include <cstdio>

struct Lock {
  int taken;
  __device__ void take() {
    while (atomicCAS(&taken, 0, 1) != 0) {
    }
    __threadfence();
  }
  __device__ void release() {
    __threadfence();
    atomicExch(&taken, 0);
  }
};

__device__ Lock lock;  // starts as 0: free

__global__ void add_up(const int* in, int* sum) {
  lock.take();
  *sum += in[blockIdx.x];
  lock.release();
}

int main() {
  int *in, *sum;
  cudaMallocManaged(&in, 8 * sizeof(int));
  cudaMallocManaged(&sum, sizeof(int));
  for (int i = 0; i < 8; ++i) in[i] = 1;
  *sum = 0;
  add_up<<<8, 1>>>(in, sum);
  if (cudaDeviceSynchronize() == cudaSuccess)
    printf("%d\n", *sum);  // should print 8
  cudaFree(in);
  cudaFree(sum);
}
