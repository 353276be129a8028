// Registered memory: kernels, copies and the host in turns, at odd addresses, and anew.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>
#include <vector>

__global__ void add(int n, const int* a, int* sum) {
  __shared__ int of_block;
  if (threadIdx.x == 0) of_block = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&of_block, a[i]);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(sum, of_block);
}

__global__ void twice(int n, int* a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= 2;
}

__global__ void to_upper(int n, char* text) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) text[i] -= 'a' - 'A';
}

int main() {
  const int n = 1000;
  std::vector<int> a(n, 1);
  int* d;
  int sum = 0, *mapped = nullptr;
  cudaMalloc(&d, n * sizeof(int));
  for (int round = 0; round < 3; ++round) {
    cudaHostRegister(a.data(), n * sizeof(int), cudaHostRegisterMapped);
    cudaHostRegister(&sum, sizeof sum, cudaHostRegisterMapped);
    cudaHostGetDevicePointer(&mapped, a.data(), 0);
    sum = 0;
    twice<<<8, 128>>>(n, mapped);
    add<<<8, 128>>>(n, mapped, &sum);
    cudaDeviceSynchronize();
    printf("%d %d\n", sum, a[n - 1]);
    memset(a.data(), 0, 100);
    for (int i = 0; i < n; ++i) a[i] += i;
    cudaMemcpyAsync(d, a.data(), n * sizeof(int), cudaMemcpyDefault);
    twice<<<8, 128>>>(n, d);
    cudaMemcpyAsync(a.data(), d, n * sizeof(int), cudaMemcpyDefault);
    cudaDeviceSynchronize();
    printf("%d\n", a[7]);
    cudaHostUnregister(a.data());
    cudaHostUnregister(&sum);
    for (int& x : a) x = round;
  }
  char text[] = "an odd number of letters";
  cudaHostRegister(text + 1, sizeof text - 2, cudaHostRegisterMapped);
  to_upper<<<1, 64>>>(1, text + 1);
  to_upper<<<1, 64>>>(3, text + 3);
  cudaDeviceSynchronize();
  printf("%s\n", text);
  cudaHostUnregister(text + 1);
  cudaFree(d);
  return 0;
}
