// The mean of each pair of neighbors.
#include <cstdio>

__global__ void means(int n, const float* a, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float half = 1.0f / 2;
  if (i + 1 < n) out[i] = half * (a[i] + a[i + 1]);
}

int main() {
  const int n = 3;
  float *a, *out;
  cudaMallocManaged(&a, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) a[i] = 2 * i;
  means<<<1, 32>>>(n, a, out);
  cudaDeviceSynchronize();
  printf("%.1f %.1f\n", out[0], out[1]);  // should print 1.0 3.0
  cudaFree(a);
  cudaFree(out);
}
