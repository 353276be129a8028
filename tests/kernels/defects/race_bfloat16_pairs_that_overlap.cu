// Each thread writes a pair of which the second number is the next thread's first.
#include <cuda_bf16.h>

#include <cstdio>
#include <cstring>

__global__ void pairs(__nv_bfloat16* out) {
  int i = threadIdx.x;
  out[i] = __int2bfloat16_rn(i);       // FINDING race ?
  out[i + 1] = __int2bfloat16_rn(-i);  // FINDING race ?
}

int main() {
  __nv_bfloat16* out;
  cudaMalloc(&out, 33 * sizeof(__nv_bfloat16));
  pairs<<<1, 32>>>(out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaFree(out);
  return 0;
}
