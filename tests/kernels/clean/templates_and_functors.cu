// Kernels over types, sizes and operations; functors with members by value, lambdas within the
// device's code.
#include <cuda_runtime.h>

#include <cstdio>

struct Scale {
  float factor;
  __host__ __device__ float operator()(float x) const { return factor * x; }
};

struct Polynomial {
  float c[3];
  __host__ __device__ float operator()(float x) const { return (c[2] * x + c[1]) * x + c[0]; }
};

template <class T, class F>
__global__ void transform(int n, const T* in, T* out, F f) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = f(in[i]);
}

template <class T, int Size, class F>
__device__ T fold(const T (&values)[Size], F f) {
  T result = values[0];
  for (int i = 1; i < Size; ++i) result = f(result, values[i]);
  return result;
}

template <int Size>
__global__ void largest_of(int n, const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float window[Size];
  for (int k = 0; k < Size; ++k) window[k] = in[(i + k) % n];
  const float limit = 30;
  out[i] = fold(window, [limit](float a, float b) { return a > b || b > limit ? a : b; });
}

int main() {
  const int n = 90;
  float h[n], a[n], b[n], c[n];
  for (int i = 0; i < n; ++i) h[i] = (i * 7) % 31;
  float *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  transform<<<2, 32>>>(n, in, out, Scale{3});
  cudaMemcpy(a, out, sizeof(h), cudaMemcpyDeviceToHost);
  transform<float><<<3, 32>>>(n, in, out, Polynomial{{1, 2, 3}});
  cudaMemcpy(b, out, sizeof(h), cudaMemcpyDeviceToHost);
  largest_of<4><<<3, 32>>>(n, in, out);
  cudaMemcpy(c, out, sizeof(h), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    float m = h[i];
    for (int k = 1; k < 4; ++k) m = m > h[(i + k) % n] ? m : h[(i + k) % n];
    if (a[i] != 3 * h[i] || b[i] != (3 * h[i] + 2) * h[i] + 1 || c[i] != m) ++wrong;
  }
  return wrong != 0;
}
