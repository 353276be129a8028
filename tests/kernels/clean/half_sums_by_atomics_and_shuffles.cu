// Blocks add pairs of halves atomically, after a reduction by shuffles.
#include <cuda_fp16.h>

#include <cmath>
#include <cstdio>
#include <vector>

__global__ void sum(const __half2* in, __half2* out) {
  __half2 x = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int k = 16; k > 0; k /= 2) x = x + __shfl_xor_sync(0xffffffff, x, k);
  if (threadIdx.x % 32 == 0) atomicAdd(out, x);
}

int main() {
  std::vector<__half2> h(256, __floats2half2_rn(1.0f, 2.0f));
  __half2 *in, *out, total;
  cudaMalloc(&in, h.size() * sizeof(__half2));
  cudaMalloc(&out, sizeof(__half2));
  cudaMemcpy(in, h.data(), h.size() * sizeof(__half2), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof(__half2));
  sum<<<4, 64>>>(in, out);
  cudaMemcpy(&total, out, sizeof total, cudaMemcpyDeviceToHost);
  printf("%g %g\n", __low2float(total), __high2float(total));
  cudaFree(in);
  cudaFree(out);
  return __low2float(total) == 256 && __high2float(total) == 512 ? 0 : 1;
}
