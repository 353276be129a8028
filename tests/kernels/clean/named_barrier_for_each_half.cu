// Each half of the block has a barrier of its own, and reads what this half has stored.
#include <cuda_runtime.h>

__global__ void in_halves(const int* in, int* out) {
  __shared__ int s[128];
  const int t = threadIdx.x, half = t / 64;
  s[t] = in[t];
  asm volatile("bar.sync %0, 64;" ::"r"(1 + half) : "memory");
  out[t] = s[t ^ 63];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 128 * sizeof(int));
  cudaMalloc(&out, 128 * sizeof(int));
  cudaMemset(in, 0, 128 * sizeof(int));
  in_halves<<<1, 128>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
