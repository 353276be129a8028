// Doubles n numbers, and prints whether that went well.
// prints failed
#include <cstdio>

__global__ void twice(int n, int* a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= 2;
}

void double_all(int n, int* a) {
  twice<<<(n + 255) / 256, 256>>>(n, a);  // <- state.left-behind
}

int main() {
  const int n = 1000;
  int* a;
  cudaMallocManaged(&a, n * sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = i;
  double_all(0, a);  // nothing to do
  double_all(n, a);
  cudaError_t error = cudaGetLastError();
  cudaDeviceSynchronize();
  printf("%s\n", error ? "failed" : "done");  // should print done
  cudaFree(a);
}
