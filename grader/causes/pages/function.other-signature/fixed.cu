// The contract declares double_all(); the program below it is yours.
#include <cstdio>

void double_all(int n, const int* in, int* out);  // the contract

__global__ void twice(int n, const int* in, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}

void double_all(int n, const int* in, int* out) {
  twice<<<(n + 255) / 256, 256>>>(n, in, out);
  cudaDeviceSynchronize();
}

int main() {
  int* a;
  cudaMallocManaged(&a, 2 * sizeof(int));
  a[0] = 4;
  const int* in = a;
  double_all(1, in, a + 1);
  printf("%d\n", a[1]);  // should print 8
  cudaFree(a);
}
