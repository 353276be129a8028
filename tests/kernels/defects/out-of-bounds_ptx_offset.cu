// The offset within the brackets counts bytes: the last thread's goes past the end.
#include <cstdio>

__global__ void neighbors(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float a, b;
  asm("ld.global.f32 %0, [%1];" : "=f"(a) : "l"(in + i));
  asm("ld.global.f32 %0, [%1+4];" : "=f"(b) : "l"(in + i));  // FINDING out-of-bounds
  out[i] = a + b;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 100 * sizeof(float));
  cudaMalloc(&out, 100 * sizeof(float));
  cudaMemset(in, 0, 100 * sizeof(float));
  neighbors<<<4, 32>>>(in, out, 100);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(in);
  cudaFree(out);
}
