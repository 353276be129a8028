// Shared arrays that stand outside of functions, or are used as whole arrays: in loops over their
// elements, casts, sizes and template arguments.
#include <cuda_runtime.h>

#include <cstdio>

__shared__ int row[32];
__shared__ float tile[4][4];

template <class T, int N>
__device__ int sum_of(const T (&a)[N]) {
  int sum = 0;
  for (T v : a) sum += static_cast<int>(v);
  return sum;
}

__global__ void of_a_file(int* out) {
  row[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0)
    for (auto& r : tile)
      for (float& v : r) v = 2;
  __syncthreads();
  int sum = 0;
  for (int v : row) sum += v;
  const float* flat = (const float*)tile;
  out[threadIdx.x] = sum + static_cast<int>(flat[15]);
}

__global__ void of_a_kernel(int* out) {
  __shared__ int a[32];
  __shared__ float4 quads[8];
  a[threadIdx.x] = 1;
  if (threadIdx.x < 8) quads[threadIdx.x] = make_float4(1, 2, 3, 4);
  __syncthreads();
  const float* flat = reinterpret_cast<const float*>(quads);
  out[threadIdx.x] =
      sum_of(a) + static_cast<int>(flat[7]) + static_cast<int>(sizeof(a) / sizeof(a[0]));
}

int main() {
  int *out, h[32], wrong = 0;
  cudaMalloc(&out, sizeof(h));
  of_a_file<<<1, 32>>>(out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  for (int v : h) wrong += v != 498;
  of_a_kernel<<<1, 32>>>(out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  for (int v : h) wrong += v != 68;
  cudaFree(out);
  return wrong != 0;
}
