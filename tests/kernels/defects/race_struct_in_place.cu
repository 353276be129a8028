// Each thread adds its neighbor's structure to its own, in place, by an operator.
#include <cuda_runtime.h>

struct Complex {
  float re, im;
};

__device__ __noinline__ Complex operator*(Complex a, Complex b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

__global__ void products(int n, const Complex* a, Complex* c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) c[i] = a[i] * a[i + 1];  // FINDING race
}

int main() {
  const int n = 256;
  Complex *a, *c;
  cudaMalloc(&a, n * sizeof(Complex));
  cudaMalloc(&c, n * sizeof(Complex));
  cudaMemset(a, 0, n * sizeof(Complex));
  products<<<2, 128>>>(n, a, a);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(c);
  return 0;
}
