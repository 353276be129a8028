// A loop with a barrier and as many rounds as the thread's number says: lanes that are through wait
// for their warp at __syncwarp, the others for the block at the barrier. HANGS
#include <cuda_runtime.h>

#include <cstdio>

__global__ void rounds(const int* count, int* out) {
  int t = threadIdx.x;
  int sum = 0;
  for (int j = 0; j < count[t]; ++j) {
    sum += j;
    __syncthreads();  // FINDING deadlock ?
  }
  __syncwarp();  // FINDING deadlock ?
  out[t] = sum;
}

int main() {
  const int n = 32;
  int h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 13;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  rounds<<<1, n>>>(in, out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
