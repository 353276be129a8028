// 32 KiB of local memory for each thread.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sieve(const int* limits, int* primes) {
  unsigned char composite[32768];
  const int limit = limits[threadIdx.x];
  for (int i = 0; i < limit; ++i) composite[i] = 0;
  int count = 0;
  for (int i = 2; i < limit; ++i) {
    if (composite[i]) continue;
    ++count;
    for (int k = i + i; k < limit; k += i) composite[k] = 1;
  }
  primes[threadIdx.x] = count;
}

int main() {
  int h[3] = {100, 1000, 32768}, *limits, *primes;
  cudaMalloc(&limits, sizeof(h));
  cudaMalloc(&primes, sizeof(h));
  cudaMemcpy(limits, h, sizeof(h), cudaMemcpyHostToDevice);
  sieve<<<1, 3>>>(limits, primes);
  cudaMemcpy(h, primes, sizeof(h), cudaMemcpyDeviceToHost);
  cudaFree(limits);
  cudaFree(primes);
  return h[0] != 25 || h[1] != 168 || h[2] != 3512;
}
