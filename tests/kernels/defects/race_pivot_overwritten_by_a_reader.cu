// All threads read the pivot, and one of the readers replaces it without waiting for the others.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void normalise(int n, float* row) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = row[t];
  __syncthreads();
  const float v = s[t] / s[17];  // FINDING race ?
  if (t == 17) s[17] = 1;        // FINDING race ?
  row[t] = v;
}

int main() {
  const int n = 64;
  float h[n], *row;
  for (int i = 0; i < n; ++i) h[i] = i + 1;
  cudaMalloc(&row, sizeof(h));
  cudaMemcpy(row, h, sizeof(h), cudaMemcpyHostToDevice);
  normalise<<<1, n>>>(n, row);
  cudaMemcpy(h, row, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", h[0]);
  cudaFree(row);
  return 0;
}
