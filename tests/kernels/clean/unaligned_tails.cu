// axpy by float4 on arrays that begin anywhere: a head up to the first 16-byte boundary, quads, a
// tail.
#include <cuda_runtime.h>

#include <cstdio>

#include <cstdint>

__global__ void axpy(int n, float f, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
  const int misaligned = (int)(reinterpret_cast<std::uintptr_t>(y) / 4 % 4);
  int head = (4 - misaligned) % 4;
  if (head > n) head = n;
  const int quads = (n - head) / 4;
  if (i < head) y[i] += f * x[i];
  float4* y4 = reinterpret_cast<float4*>(y + head);
  const float4* x4 = reinterpret_cast<const float4*>(x + head);
  for (int q = i; q < quads; q += all) {
    float4 v = y4[q];
    const float4 w = x4[q];
    v.x += f * w.x;
    v.y += f * w.y;
    v.z += f * w.z;
    v.w += f * w.w;
    y4[q] = v;
  }
  const int tail = head + 4 * quads + i;
  if (tail < n) y[tail] += f * x[tail];
}

int main() {
  const int size = 200;
  static float h[size], r[size];
  float *x, *y;
  int wrong = 0;
  for (int i = 0; i < size; ++i) h[i] = i;
  cudaMalloc(&x, sizeof(h));
  cudaMalloc(&y, sizeof(h));
  cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
  for (int first = 0; first < 4; ++first)
    for (int n : {1, 2, 5, 64, 131, size - first}) {
      cudaMemset(y, 0, sizeof(h));
      axpy<<<2, 16>>>(n, 2, x + first, y + first);
      cudaMemcpy(r, y, sizeof(r), cudaMemcpyDeviceToHost);
      for (int i = 0; i < size; ++i)
        if (r[i] != (i >= first && i < first + n ? 2 * i : 0)) ++wrong;
    }
  cudaFree(x);
  cudaFree(y);
  return wrong != 0;
}
