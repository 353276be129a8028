// Each block's first warp waits by votes for the block before it to set a flag: the first block
// waits for its own. HANGS
#include <cuda_runtime.h>

__device__ int value_of(const int* flag) {
  return *reinterpret_cast<const volatile int*>(flag);  // FINDING deadlock ?
}

__global__ void in_turn(int* flags, int* out) {
  const int lane = threadIdx.x % 32, before = blockIdx.x > 0 ? blockIdx.x - 1 : 0;
  int there = 0;
  while (!__any_sync(~0u, there)) {  // FINDING deadlock ?
    if (lane == 0) there = value_of(&flags[before]);
    __syncwarp();
  }
  __threadfence();
  if (lane != 0) return;
  out[blockIdx.x] = before;
  __threadfence();
  *reinterpret_cast<volatile int*>(&flags[blockIdx.x]) = 1;
}

int main() {
  int *flags, *out;
  cudaMalloc(&flags, 4 * sizeof(int));
  cudaMalloc(&out, 4 * sizeof(int));
  cudaMemset(flags, 0, 4 * sizeof(int));
  in_turn<<<4, 32>>>(flags, out);
  cudaDeviceSynchronize();
  cudaFree(flags);
  cudaFree(out);
  return 0;
}
