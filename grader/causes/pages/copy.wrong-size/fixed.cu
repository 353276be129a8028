// Copies numbers to the device and back.
#include <cstdio>
#include <vector>

int main() {
  const int n = 1000, size = n * sizeof(int);
  std::vector<int> in(2 * n, 7), out(n);
  int* a;
  cudaMalloc(&a, size);
  cudaMemcpy(a, &in[0], size, cudaMemcpyDefault);
  if (cudaGetLastError() == cudaSuccess)
    cudaMemcpy(&out[0], a, size, cudaMemcpyDeviceToHost);
  printf("%d\n", out[n - 1]);  // should print 7
  cudaFree(a);
}
