// Rows are padded by one half: they begin at odd addresses.
#include <cuda_fp16.h>

#include <cstdio>

__global__ void load(unsigned* out) {
  __shared__ __align__(16) __half tile[8][9];
  unsigned t = threadIdx.x, r;
  for (unsigned i = t; i < 64; i += 32) tile[i / 8][i % 8] = __float2half(1.0f);
  __syncwarp();
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"  // FINDING misaligned
               : "=r"(r)
               : "r"(static_cast<unsigned>(__cvta_generic_to_shared(&tile[t % 8][0]))));
  out[t] = r;
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 32 * sizeof(unsigned));
  load<<<1, 32>>>(out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(out);
  return 0;
}
