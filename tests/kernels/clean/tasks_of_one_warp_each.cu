// Warps of a block do different things between two barriers: one loads, one computes, one stores.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void stages(int rounds, const int* in, int* out) {
  __shared__ int loaded[2][32], computed[2][32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int r = 0; r < rounds + 2; ++r) {
    if (warp == 0 && r < rounds) loaded[r % 2][lane] = in[r * 32 + lane];
    if (warp == 1 && r >= 1 && r <= rounds) {
      const int v = loaded[(r - 1) % 2][31 - lane];
      computed[(r - 1) % 2][lane] = v * v;
    }
    if (warp == 2 && r >= 2) out[(r - 2) * 32 + lane] = computed[(r - 2) % 2][lane] + 1;
    __syncthreads();
  }
}

int main() {
  const int n = 320;
  static int h[n], r[n];
  for (int i = 0; i < n; ++i) h[i] = (i * 7) % 23;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  stages<<<1, 96>>>(n / 32, in, out);
  cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    const int v = h[i / 32 * 32 + 31 - i % 32];
    if (r[i] != v * v + 1) ++wrong;
  }
  return wrong != 0;
}
