// Copies that lead out of an array of the host: into and from memory of malloc, new and a vector,
// local and global arrays, by each form of cudaMemcpy. The program's own memory stays as it is.
#include <cuda_runtime.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

constexpr int n = 256;
__device__ int symbol[n];
int global[32];
static float matrix[4][4];

__global__ void fill(int* a) { a[threadIdx.x] = threadIdx.x; }

__attribute__((noinline)) void fetch(int* host, const int* device, int count) {
  cudaMemcpy(host, device, count * sizeof(int), cudaMemcpyDeviceToHost);  // FINDING out-of-bounds
}

__attribute__((noinline)) int in_a_function_called(const int* device) {
  int local[8];
  fetch(local, device, n);
  return local[3];
}

int main() {
  int* device;
  cudaMalloc(&device, n * sizeof(int));
  fill<<<1, n>>>(device);
  const size_t bytes = n * sizeof(int);

  int* by_malloc = (int*)malloc(32 * sizeof(int));
  cudaMemcpy(by_malloc, device, bytes, cudaMemcpyDeviceToHost);    // FINDING bounds.host-copy
  cudaMemcpy(device, by_malloc, bytes, cudaMemcpyHostToDevice);    // FINDING bounds.host-copy
  cudaMemcpy(by_malloc + 30, device, 12, cudaMemcpyDeviceToHost);  // FINDING bounds.host-copy
  int* by_calloc = (int*)calloc(8, sizeof(int));
  cudaMemcpy(by_calloc, device, 36, cudaMemcpyDefault);  // FINDING bounds.host-copy
  by_calloc = (int*)realloc(by_calloc, 64);
  cudaMemcpy(by_calloc, device, 64, cudaMemcpyDeviceToHost);
  cudaMemcpy(by_calloc, device, 68, cudaMemcpyDeviceToHost);  // FINDING bounds.host-copy
  int* by_new = new int[32];
  cudaMemcpy(by_new, device, 33 * sizeof(int), cudaMemcpyDeviceToHost);  // FINDING bounds.host-copy
  std::vector<int> v(32);
  cudaMemcpy(v.data(), device, bytes, cudaMemcpyDeviceToHost);  // FINDING bounds.host-copy
  auto unique = std::make_unique<int[]>(32);
  cudaMemcpy(unique.get(), device, bytes, cudaMemcpyDeviceToHost);  // FINDING bounds.host-copy

  int local[32], one;
  std::array<int, 32> standard;
  cudaMemcpy(local, device, bytes, cudaMemcpyDeviceToHost);            // FINDING bounds.host-copy
  cudaMemcpy(&one, device, 8, cudaMemcpyDeviceToHost);                 // FINDING bounds.host-copy
  cudaMemcpy(standard.data(), device, bytes, cudaMemcpyDeviceToHost);  // FINDING bounds.host-copy
  cudaMemcpy(device, local, bytes, cudaMemcpyHostToDevice);            // FINDING bounds.host-copy
  cudaMemcpy(global, device, bytes, cudaMemcpyDeviceToHost);           // FINDING bounds.host-copy
  const int in_function = in_a_function_called(device);
  fetch(global, device, 33);

  cudaMemcpyAsync(by_new, device, bytes, cudaMemcpyDeviceToHost);       // FINDING bounds.host-copy
  cudaMemcpyAsync(device, v.data(), bytes, cudaMemcpyHostToDevice);     // FINDING bounds.host-copy
  cudaMemcpyFromSymbol(by_new, symbol, bytes);                          // FINDING bounds.host-copy
  cudaMemcpyFromSymbol(local, symbol, bytes);                           // FINDING bounds.host-copy
  cudaMemcpyToSymbol(symbol, by_new, bytes);                            // FINDING bounds.host-copy
  cudaMemcpy2D(matrix, 16, device, 32, 16, 5, cudaMemcpyDeviceToHost);  // FINDING bounds.host-copy
  cudaMemcpy2D(by_new, 20, device, 32, 16, 7, cudaMemcpyDeviceToHost);  // FINDING bounds.host-copy
  cudaDeviceSynchronize();
  printf("%d %d %d %d %d %d\n", by_malloc[31], by_new[31], v[31], unique[31], local[31] + one,
         standard[31] + global[31] + in_function);
  cudaFree(device);
  free(by_malloc);
  free(by_calloc);
  delete[] by_new;
  return 0;
}
