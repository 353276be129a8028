// Squares in a first kernel, their sum in a second one.
#include <cstdio>

__global__ void square(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x] * in[threadIdx.x];
}

__global__ void add_up(const int* a, int* sum) {
  atomicAdd(sum, a[threadIdx.x]);
}

int main() {
  int *in, *squares, *sum;
  cudaMallocManaged(&in, 32 * sizeof(int));
  cudaMalloc(&squares, 32 * sizeof(int));
  cudaMallocManaged(&sum, sizeof(int));
  for (int i = 0; i < 32; ++i) in[i] = 2;
  *sum = 0;
  square<<<1, 32>>>(in, squares);
  add_up<<<1, 32>>>(squares, sum);
  cudaDeviceSynchronize();
  printf("%d\n", *sum);  // should print 128
  cudaFree(in);
  cudaFree(squares);
  cudaFree(sum);
}
