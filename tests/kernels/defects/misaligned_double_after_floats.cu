// Dynamic shared memory is carved into floats and then doubles; of an odd number of floats the
// doubles begin in the middle of eight bytes.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void mixed(int n, const float* in, double* out) {
  extern __shared__ char room[];
  float* a = reinterpret_cast<float*>(room);
  double* b = reinterpret_cast<double*>(a + n);
  int t = threadIdx.x;
  if (t < n) {
    a[t] = in[t];
    b[t] = 2.0 * in[t];    // FINDING misaligned ?
    out[t] = a[t] + b[t];  // FINDING misaligned ?
  }
}

int main() {
  const int n = 31;
  float h[n];
  for (int i = 0; i < n; ++i) h[i] = i;
  float* in;
  double* out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, n * sizeof(double));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  mixed<<<1, 32, n*(sizeof(float) + sizeof(double))>>>(n, in, out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
