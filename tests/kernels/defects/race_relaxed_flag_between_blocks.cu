// A value handed on by a flag that is stored and read relaxed: nothing orders the value before it.
#include <cuda_runtime.h>
#include <cuda/atomic>

using flag = cuda::atomic<int, cuda::thread_scope_device>;

__global__ void hand_on(int* value, flag* ready, int* out) {
  if (blockIdx.x == 0) {
    *value = 42;  // OTHER
    ready->store(1, cuda::memory_order_relaxed);
  } else {
    while (ready->load(cuda::memory_order_relaxed) == 0) {
    }
    *out = *value;  // FINDING race
  }
}

int main() {
  int *value, *out;
  flag* ready;
  cudaMalloc(&value, sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMalloc(&ready, sizeof(flag));
  cudaMemset(ready, 0, sizeof(flag));
  hand_on<<<2, 1>>>(value, ready, out);
  cudaDeviceSynchronize();
  cudaFree(value);
  cudaFree(out);
  cudaFree(ready);
  return 0;
}
