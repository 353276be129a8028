// A vector as a struct, passed to the kernel by value.
#include <cstdio>

struct Vector {
  int n;
  int* values;
};

__global__ void fill(Vector v) {
  if (threadIdx.x < v.n) v.values[threadIdx.x] = 7;
}

int main() {
  Vector v = {32, nullptr};
  cudaMallocManaged(&v.values, v.n * sizeof(int));
  fill<<<1, 32>>>(v);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  printf("%d\n", v.values[31]);  // should print 7
  cudaFree(v.values);
}
