// Only the lanes whose addresses count load the tile.
// HANGS
#include <cuda_fp16.h>

#include <cstdio>

__global__ void load(const uint4* in, unsigned* out) {
  __shared__ __align__(16) uint4 rows[8];
  unsigned t = threadIdx.x, r = 0;
  if (t < 8) rows[t] = in[t];
  __syncwarp();
  if (t < 8)
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"  // FINDING warp-mask ?
                 : "=r"(r)
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(&rows[t]))));
  out[t] = __shfl_xor_sync(0xffffffff, r, 1);  // FINDING warp-mask ?
}

int main() {
  uint4* in;
  unsigned* out;
  cudaMalloc(&in, 8 * sizeof(uint4));
  cudaMalloc(&out, 32 * sizeof(unsigned));
  cudaMemset(in, 0, 8 * sizeof(uint4));
  load<<<1, 32>>>(in, out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
