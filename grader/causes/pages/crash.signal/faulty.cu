// Sums 4 million numbers from the GPU on the host.
// ends with status 139
#include <cstdio>

__global__ void fill(int n, int* a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = 1;
}

int total(int n, const int* a) {
  int copy[1 << 22];  // <- crash.signal
  cudaMemcpy(copy, a, n * sizeof(int), cudaMemcpyDeviceToHost);
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += copy[i];
  return sum;
}

int main() {
  const int n = 1 << 22;
  int* a;
  cudaMalloc(&a, n * sizeof(int));
  fill<<<n / 256, 256>>>(n, a);
  printf("%d\n", total(n, a));  // should print 4194304
  cudaFree(a);
}
