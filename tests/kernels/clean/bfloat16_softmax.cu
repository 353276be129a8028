// A softmax over rows of bfloat16, computed in float.
#include <cuda_bf16.h>

#include <cmath>
#include <cstdio>
#include <vector>

__global__ void softmax(int columns, const __nv_bfloat16* in, __nv_bfloat16* out) {
  __shared__ float part[32];
  const __nv_bfloat16* row = in + blockIdx.x * columns;
  int t = threadIdx.x;
  float most = -INFINITY;
  for (int i = t; i < columns; i += 32) most = fmaxf(most, __bfloat162float(row[i]));
  part[t] = most;
  __syncthreads();
  for (int k = 16; k > 0; k /= 2) {
    if (t < k) part[t] = fmaxf(part[t], part[t + k]);
    __syncthreads();
  }
  most = part[0];
  __syncthreads();
  float sum = 0;
  for (int i = t; i < columns; i += 32) sum += expf(__bfloat162float(row[i]) - most);
  for (int k = 16; k > 0; k /= 2) sum += __shfl_xor_sync(0xffffffff, sum, k);
  for (int i = t; i < columns; i += 32)
    out[blockIdx.x * columns + i] = __float2bfloat16(expf(__bfloat162float(row[i]) - most) / sum);
}

int main() {
  const int rows = 6, columns = 77;
  std::vector<__nv_bfloat16> h(rows * columns);
  for (int i = 0; i < rows * columns; ++i) h[i] = __float2bfloat16(i % 7 * 0.5f);
  __nv_bfloat16 *in, *out;
  cudaMalloc(&in, h.size() * sizeof h[0]);
  cudaMalloc(&out, h.size() * sizeof h[0]);
  cudaMemcpy(in, h.data(), h.size() * sizeof h[0], cudaMemcpyHostToDevice);
  softmax<<<rows, 32>>>(columns, in, out);
  cudaMemcpy(h.data(), out, h.size() * sizeof h[0], cudaMemcpyDeviceToHost);
  float sum = 0;
  for (int i = 0; i < columns; ++i) sum += __bfloat162float(h[i]);
  printf("%g\n", sum);
  cudaFree(in);
  cudaFree(out);
  return fabsf(sum - 1) < 0.02f ? 0 : 1;
}
