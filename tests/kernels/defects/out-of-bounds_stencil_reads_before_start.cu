// The left neighbor of the first element is read: one element before the array.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void smooth(int n, const double* in, double* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;  // FINDING out-of-bounds
}

int main() {
  const int n = 200;
  double h[n];
  for (int i = 0; i < n; ++i) h[i] = i;
  double *in, *out;
  cudaMalloc((void**)&out, n * sizeof(double));
  cudaMalloc((void**)&in, n * sizeof(double));
  cudaMemcpy(in, h, n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(out, h, n * sizeof(double), cudaMemcpyHostToDevice);
  smooth<<<(n + 127) / 128, 128>>>(n, in, out);
  cudaMemcpy(h, out, n * sizeof(double), cudaMemcpyDeviceToHost);
  printf("%g\n", h[1]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
