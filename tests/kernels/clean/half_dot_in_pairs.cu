// A dot product of halves, two at a time, summed in float; the last one alone.
#include <cuda_fp16.h>

#include <cmath>
#include <cstdio>
#include <vector>

__global__ void dot(int n, const __half* a, const __half* b, float* out) {
  const __half2 *a2 = reinterpret_cast<const __half2*>(a),
                *b2 = reinterpret_cast<const __half2*>(b);
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 2; i += gridDim.x * blockDim.x) {
    const float2 x = __half22float2(a2[i]), y = __half22float2(b2[i]);
    sum += x.x * y.x + x.y * y.y;
  }
  if (n % 2 == 1 && blockIdx.x == 0 && threadIdx.x == 0)
    sum += __half2float(a[n - 1]) * __half2float(b[n - 1]);
  for (int k = 16; k > 0; k /= 2) sum += __shfl_down_sync(0xffffffff, sum, k);
  if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}

int main() {
  const int n = 1001;
  std::vector<__half> h(n);
  for (int i = 0; i < n; ++i) h[i] = __float2half(i % 5 - 2.0f);
  __half* a;
  float *out, sum = 0;
  cudaMalloc(&a, n * sizeof(__half));
  cudaMalloc(&out, sizeof(float));
  cudaMemcpy(a, h.data(), n * sizeof(__half), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof(float));
  dot<<<2, 64>>>(n, a, a, out);
  cudaMemcpy(&sum, out, sizeof(float), cudaMemcpyDeviceToHost);
  float expected = 0;
  for (const __half x : h) expected += __half2float(x) * __half2float(x);
  printf("%s\n", sum == expected ? "right" : "wrong");
  cudaFree(a);
  cudaFree(out);
  return sum == expected ? 0 : 1;
}
