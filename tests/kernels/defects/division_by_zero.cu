// Divisions by zero. A GPU does not stop there: each kernel ends
// and its other results are right.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void quotients(int* out, int n) {
  out[threadIdx.x] = 100 / (n + (int)threadIdx.x - 3);  // FINDING division.by-zero
}

__global__ void remainders(unsigned* out, const unsigned* divisors) {
  out[threadIdx.x] = threadIdx.x % divisors[threadIdx.x];  // FINDING division.by-zero
}

__global__ void wide(long long* out, const long long* divisors) {
  const int i = threadIdx.x;
  out[i] = (1000000000000 + i) / divisors[i];  // FINDING division.by-zero
  out[i] += (i - 16) % divisors[i];            // FINDING division.by-zero
}

__global__ void narrow(short* out, const signed char* divisors) {
  const int i = threadIdx.x;
  out[i] = static_cast<signed char>(i) / divisors[i];  // FINDING division.by-zero
}

__device__ int per_block(int n, int blocks) { return n / blocks; }

__global__ void rounded_down(int* out, int n) {
  out[threadIdx.x] = threadIdx.x / per_block(n, gridDim.x);  // FINDING division.by-zero
}

template <class T, class D>
void run(void (*kernel)(T*, const D*)) {
  D h[32];
  for (int i = 0; i < 32; ++i) h[i] = i % 8;
  T* out;
  D* divisors;
  cudaMalloc(&out, 32 * sizeof(T));
  cudaMalloc(&divisors, sizeof(h));
  cudaMemcpy(divisors, h, sizeof(h), cudaMemcpyHostToDevice);
  kernel<<<1, 32>>>(out, divisors);
  T results[32];
  printf("%s ",
         cudaGetErrorName(cudaMemcpy(results, out, sizeof(results), cudaMemcpyDeviceToHost)));
  printf("%lld %lld\n", (long long)results[8], (long long)results[11]);
  cudaFree(out);
  cudaFree(divisors);
}

int main() {
  run(remainders);
  run(wide);
  run(narrow);
  int *out, h[32];
  cudaMalloc(&out, sizeof(h));
  quotients<<<1, 32>>>(out, 0);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[3], h[4]);
  rounded_down<<<64, 32>>>(out, 40);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(out);
  return 0;
}
