// Each lane stores a row and loads tiles of all rows.
#include <cuda_fp16.h>

#include <cstdio>

__global__ void turn(const uint4* in, unsigned* out) {
  __shared__ __align__(16) uint4 rows[32];
  unsigned t = threadIdx.x, r[4];
  rows[t ^ 1] = in[t];  // FINDING race ?
  asm volatile(         // FINDING race ?, MAYBE uninitialized
      "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
      : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
      : "r"(static_cast<unsigned>(__cvta_generic_to_shared(&rows[t]))));
  for (int i = 0; i < 4; ++i) out[4 * t + i] = r[i];
}

int main() {
  uint4* in;
  unsigned* out;
  cudaMalloc(&in, 32 * sizeof(uint4));
  cudaMalloc(&out, 128 * sizeof(unsigned));
  cudaMemset(in, 0, 32 * sizeof(uint4));
  turn<<<1, 32>>>(in, out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaFree(in);
  cudaFree(out);
  return 0;
}
