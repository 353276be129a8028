// Neither a buffer of page-locked memory nor a registration is given back.
#include <cstdio>
#include <cstdlib>

int main() {
  const int n = 64;
  int *buffer, *flags, *freed, *d;
  cudaMallocHost(&buffer, n * sizeof(int));                     // FINDING leak
  cudaHostAlloc(&flags, n * sizeof(int), cudaHostAllocMapped);  // FINDING leak
  cudaMallocHost(&freed, n * sizeof(int));
  cudaMalloc(&d, n * sizeof(int));
  for (int i = 0; i < n; i++) buffer[i] = i, flags[i] = 0;
  cudaMemcpy(d, buffer, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(freed, d, n * sizeof(int), cudaMemcpyDeviceToHost);

  int* own = (int*)malloc(n * sizeof(int));
  int* given_back = (int*)malloc(n * sizeof(int));
  cudaHostRegister(own, n * sizeof(int), 0);  // FINDING leak
  cudaHostRegister(given_back, n * sizeof(int), 0);
  cudaMemcpy(own, d, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(given_back, d, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", freed[5], own[5], given_back[5]);
  cudaHostUnregister(given_back);
  cudaFreeHost(freed);
  cudaFree(d);
  free(own);
  free(given_back);
}
