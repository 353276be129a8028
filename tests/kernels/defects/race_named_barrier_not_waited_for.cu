// Half of the block says by a named barrier that its values are there; the other half does not
// wait.
#include <cuda_runtime.h>

__global__ void hand_over(const int* in, int* out) {
  __shared__ int box[64];
  const int t = threadIdx.x % 64;
  if (threadIdx.x < 64) {
    box[t] = in[t];  // FINDING race ?
    asm volatile("bar.arrive 1, 128;" ::: "memory");
  } else {
    out[t] = box[63 - t];  // FINDING race ?
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
