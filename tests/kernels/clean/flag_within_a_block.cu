// One warp hands values to another through shared memory, with a volatile flag and fences for the
// block.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void hand_over(int* out) {
  __shared__ int values[32];
  __shared__ volatile int ready;
  const int t = threadIdx.x;
  if (t == 0) ready = 0;
  __syncthreads();
  if (t < 32) {
    values[t] = 7 * t;
    __threadfence_block();
    __syncwarp();
    if (t == 0) {
      __threadfence_block();
      ready = 1;
    }
  } else {
    while (ready == 0) {
    }
    __threadfence_block();
    out[t - 32] = values[63 - t];
  }
}

int main() {
  int *out, h[32], wrong = 0;
  cudaMalloc(&out, sizeof(h));
  hand_over<<<1, 64>>>(out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  cudaFree(out);
  for (int i = 0; i < 32; ++i)
    if (h[i] != 7 * (31 - i)) ++wrong;
  return wrong != 0;
}
