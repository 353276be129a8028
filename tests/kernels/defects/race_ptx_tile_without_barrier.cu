// A tile written and read by inline PTX, without a barrier between the two.
#include <cstdio>

__global__ void reverse(const float* in, float* out) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  const unsigned mine = static_cast<unsigned>(__cvta_generic_to_shared(&tile[t]));
  const unsigned theirs = static_cast<unsigned>(__cvta_generic_to_shared(&tile[63 - t]));
  asm volatile("st.shared.f32 [%0], %1;" ::"r"(mine), "f"(in[t]) : "memory");  // FINDING race ?
  float x;
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(x) : "r"(theirs) : "memory");  // FINDING race ?
  out[t] = x;
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 64 * sizeof(float));
  cudaMallocManaged(&out, 64 * sizeof(float));
  for (int i = 0; i < 64; ++i) in[i] = static_cast<float>(i);
  reverse<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  std::printf("%g\n", out[0]);
  cudaFree(in);
  cudaFree(out);
}
