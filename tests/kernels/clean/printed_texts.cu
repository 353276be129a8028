// Texts that printf() reads in a kernel: constants, local, shared and global memory, as long as is
// asked for.
#include <cuda_runtime.h>

#include <cstdio>

__constant__ char title[] = "title";

__global__ void prints(const char* name, size_t size) {
  __shared__ char text[8];
  char own[4] = {'o', 'w', 'n', 0};
  text[threadIdx.x % 8] = static_cast<char>('a' + threadIdx.x % 8);
  __syncthreads();
  if (threadIdx.x != 0) return;
  printf("%s %-10s|%.3s|%.*s|%*s\n", title, own, text, 8, text, 6, name);
  printf("%d%% of %zu, %lld %c %p %e %+.2f %x 100%\n", 5, size, 7LL, 'c', name, 1e3, 2.5f, 255u);
  printf("%s", name);
}

int main() {
  char* name;
  cudaMalloc(&name, 5);
  cudaMemcpy(name, "name", 5, cudaMemcpyHostToDevice);
  prints<<<2, 8>>>(name, 20);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(name);
  return error != cudaSuccess;
}
