// The flag is released for the threads of the block, and another block waits for it.
#include <cuda_runtime.h>
#include <cuda/atomic>

__global__ void hand_on(int* value, int* flag, int* out) {
  if (blockIdx.x == 0) {
    *value = 7;  // OTHER ?
    cuda::atomic_ref<int, cuda::thread_scope_block> ready(*flag);
    ready.store(1, cuda::memory_order_release);  // OTHER ?, MAYBE race
  } else {
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    while (ready.load(cuda::memory_order_acquire) == 0) {  // FINDING race ?
    }
    *out = *value;  // FINDING race ?
  }
}

int main() {
  int *value, *flag, *out;
  cudaMalloc(&value, sizeof(int));
  cudaMalloc(&flag, sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  hand_on<<<2, 1>>>(value, flag, out);
  cudaDeviceSynchronize();
  cudaFree(value);
  cudaFree(flag);
  cudaFree(out);
  return 0;
}
