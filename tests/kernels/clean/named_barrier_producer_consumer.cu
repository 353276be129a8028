// Half of the block says by a named barrier that its values are there; the other half waits for it.
#include <cuda_runtime.h>

__global__ void hand_over(const int* in, int* out) {
  __shared__ int box[64];
  const int t = threadIdx.x % 64;
  if (threadIdx.x < 64) {
    box[t] = in[t];
    asm volatile("bar.arrive 1, 128;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    out[t] = box[63 - t];
  }
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 0, 64 * sizeof(int));
  hand_over<<<2, 128>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
