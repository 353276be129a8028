// A lock of cuda::atomic that is given back relaxed: the next owner may see the old sum.
#include <cuda_runtime.h>
#include <cuda/atomic>

using word = cuda::atomic<int, cuda::thread_scope_device>;

__global__ void add(word* lock, float* sum) {
  if (threadIdx.x != 0) return;
  while (lock->exchange(1, cuda::memory_order_acquire) != 0) {
  }
  *sum += 1;  // FINDING race
  lock->store(0, cuda::memory_order_relaxed);
}

int main() {
  word* lock;
  float* sum;
  cudaMalloc(&lock, sizeof(word));
  cudaMalloc(&sum, sizeof(float));
  cudaMemset(lock, 0, sizeof(word));
  cudaMemset(sum, 0, sizeof(float));
  add<<<4, 32>>>(lock, sum);
  cudaDeviceSynchronize();
  cudaFree(lock);
  cudaFree(sum);
  return 0;
}
