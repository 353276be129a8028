// Threads leave a loop with a barrier, and with it the kernel, after different numbers of rounds.
// What they do on leaving the compiler may put behind the loop, where the lanes of a warp wait for
// each other while the rest waits for them at the barrier: an H200 hangs. HANGS
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count_down(const int* steps, int* out) {
  int t = threadIdx.x;
  int left = steps[t];
  while (true) {
    if (left == 0) {
      out[t] = 1;
      return;
    }
    --left;
    __syncthreads();  // FINDING barrier
  }
}

int main() {
  const int n = 64;
  int h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 13;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  count_down<<<1, n>>>(in, out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
