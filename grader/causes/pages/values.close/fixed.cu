// The square root of each number, in double.
#include <cstdio>

__global__ void roots(int n, const double* a, double* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = sqrt(a[i]);
}

int main() {
  double *a, *out;
  cudaMallocManaged(&a, sizeof(double));
  cudaMallocManaged(&out, sizeof(double));
  *a = 2;
  roots<<<1, 32>>>(1, a, out);
  cudaDeviceSynchronize();
  printf("%.10f\n", *out);  // should print 1.4142135624
  cudaFree(a);
  cudaFree(out);
}
