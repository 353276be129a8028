// A class that frees what it holds and has no copy constructor lives by elided copies: the function
// that makes one returns it by name. nvcc elides that copy, and so must the check.
#include <cuda_runtime.h>

struct Numbers {
  int* data = nullptr;
  explicit Numbers(int n) { cudaMalloc(&data, n * sizeof(int)); }
  ~Numbers() { cudaFree(data); }
};

Numbers zeros(int n) {
  Numbers made(n);
  cudaMemset(made.data, 0, n * sizeof(int));
  return made;
}

__global__ void count(int* a) { a[threadIdx.x] += threadIdx.x; }

int main() {
  const Numbers numbers = zeros(64);
  count<<<1, 64>>>(numbers.data);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
