// Adds two vectors; both are filled.
#include <cstdio>

__global__ void add(int n, const int* a, const int* b, int* sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = a[i] + b[i];
}

int main() {
  const int n = 100, bytes = n * sizeof(int);
  int *ha = new int[n], *hb = new int[n], *a, *b, *sum;
  for (int i = 0; i < n; ++i) ha[i] = hb[i] = i;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&sum, bytes);
  cudaMemcpy(a, ha, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(b, hb, bytes, cudaMemcpyHostToDevice);
  add<<<1, 128>>>(n, a, b, sum);
  cudaMemcpy(ha, sum, bytes, cudaMemcpyDeviceToHost);
  printf("%d\n", ha[n - 1]);  // should print 198
  cudaFree(a), cudaFree(b), cudaFree(sum);
}
