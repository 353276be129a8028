// A block's sum all in inline PTX: cached vector loads, a tile, barriers, shuffles, an atomic.
#include <cstdio>

__global__ void sum(const float* in, float* result) {
  __shared__ float parts[8];
  const unsigned t = threadIdx.x;
  float a, b, c, d, x;
  asm("ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4];"
      : "=f"(a), "=f"(b), "=f"(c), "=f"(d)
      : "l"(in + 4 * (blockIdx.x * blockDim.x + t)));
  asm("{ .reg .f32 s, u; add.f32 s, %1, %2; add.f32 u, %3, %4; add.f32 %0, s, u; }"
      : "=f"(x)
      : "f"(a), "f"(b), "f"(c), "f"(d));
  for (unsigned k = 16; k > 0; k /= 2) {
    float y;
    asm volatile("shfl.sync.down.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(y) : "f"(x), "r"(k));
    x += y;
  }
  unsigned lane, warp = t / 32;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&parts[warp]));
  asm volatile("{ .reg .pred p; setp.eq.u32 p, %2, 0; @p st.shared.f32 [%0], %1; }"
               :
               : "r"(at), "f"(x), "r"(lane)
               : "memory");
  asm volatile("bar.sync 0;" ::: "memory");
  if (t == 0) {
    float all = 0;
    for (int w = 0; w < 8; ++w) all += parts[w];
    asm volatile("red.relaxed.gpu.global.add.f32 [%0], %1;" ::"l"(result), "f"(all) : "memory");
  }
}

int main() {
  float *in, *result;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&result, sizeof(float));
  for (int i = 0; i < 4096; ++i) in[i] = static_cast<float>(i % 7);
  *result = 0;
  sum<<<4, 256>>>(in, result);
  cudaDeviceSynchronize();
  std::printf("%g\n", *result);
  cudaFree(in);
  cudaFree(result);
}
