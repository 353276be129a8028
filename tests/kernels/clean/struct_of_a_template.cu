// A template's function takes structures and vectors of 16 bytes by value and returns them.
#include <cuda_runtime.h>

template <class T>
struct Triple {
  T a, b, c;
};

template <class T>
__device__ __noinline__ T same(T value) {
  return value;
}

template <class T>
__global__ void copy(int n, const T* from, T* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = same(from[i]);
}

int main() {
  const int n = 40;
  static Triple<double> h[n];
  Triple<double>*from, *to;
  float4 *v, *w;
  cudaMalloc(&from, sizeof(h));
  cudaMalloc(&to, sizeof(h));
  cudaMalloc(&v, n * sizeof(float4));
  cudaMalloc(&w, n * sizeof(float4));
  cudaMemcpy(from, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(v, 0, n * sizeof(float4));
  copy<<<1, 64>>>(n, v, w);
  copy<<<1, 64>>>(n, from, to);
  cudaDeviceSynchronize();
  cudaFree(from);
  cudaFree(to);
  cudaFree(v);
  cudaFree(w);
  return 0;
}
