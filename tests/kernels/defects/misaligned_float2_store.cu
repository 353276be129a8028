// Pairs are stored by float2, beginning with the second element.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill_pairs(int pairs, float* a) {
  int i = threadIdx.x;
  if (i < pairs) reinterpret_cast<float2*>(a + 1)[i] = make_float2(i, -i);  // FINDING misaligned
}

int main() {
  float* a;
  cudaMalloc(&a, 65 * sizeof(float));
  cudaMemset(a, 0, 65 * sizeof(float));
  fill_pairs<<<1, 32>>>(32, a);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(a);
  return 0;
}
