// Sums 4 million numbers from the GPU on the host.
#include <cstdio>
#include <vector>

__global__ void fill(int n, int* a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = 1;
}

int total(int n, const int* a) {
  std::vector<int> copy(n);
  cudaMemcpy(copy.data(), a, n * sizeof(int), cudaMemcpyDeviceToHost);
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
