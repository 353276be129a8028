// The product is left to the lanes that hold a row.
// HANGS
#include <cuda_fp16.h>

#include <cstdio>

__global__ void multiply(const unsigned* a, const unsigned* b, float* out) {
  unsigned t = threadIdx.x;
  float s[4] = {};
  if (t < 16)
    asm volatile(  // FINDING warp-mask ?
        "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, "
        "{%0,%1,%2,%3};"
        : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3])
        : "r"(a[t]), "r"(a[t + 32]), "r"(b[t]));
  __syncwarp();  // FINDING warp-mask ?
  for (int i = 0; i < 4; ++i) out[4 * t + i] = s[i];
}

int main() {
  unsigned *a, *b;
  float* out;
  cudaMalloc(&a, 64 * sizeof(unsigned));
  cudaMalloc(&b, 32 * sizeof(unsigned));
  cudaMalloc(&out, 128 * sizeof(float));
  cudaMemset(a, 0, 64 * sizeof(unsigned));
  cudaMemset(b, 0, 32 * sizeof(unsigned));
  multiply<<<1, 32>>>(a, b, out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(a);
  cudaFree(b);
  cudaFree(out);
  return 0;
}
