// A device function that calls itself, with a local array in each call.
#include <cuda_runtime.h>

#include <cstdio>

__device__ int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

__device__ long long digits_sum(int n, int depth) {
  int digit[4];
  for (int i = 0; i < 4; ++i) {
    digit[i] = n % 10;
    n /= 10;
  }
  long long sum = depth > 0 ? digits_sum(n, depth - 1) : 0;
  for (int i = 0; i < 4; ++i) sum += digit[i];
  return sum;
}

__global__ void compute(int* a, long long* s) {
  const int i = threadIdx.x;
  a[i] = ackermann(2, i % 4);
  s[i] = digits_sum(1234567 + i, 2);
}

int main() {
  const int n = 40;
  int a[n], *da, wrong = 0;
  long long s[n], *ds;
  cudaMalloc(&da, sizeof(a));
  cudaMalloc(&ds, sizeof(s));
  compute<<<1, n>>>(da, ds);
  cudaMemcpy(a, da, sizeof(a), cudaMemcpyDeviceToHost);
  cudaMemcpy(s, ds, sizeof(s), cudaMemcpyDeviceToHost);
  cudaFree(da);
  cudaFree(ds);
  for (int i = 0; i < n; ++i) {
    int sum = 0;
    for (int k = 1234567 + i; k > 0; k /= 10) sum += k % 10;
    if (a[i] != 2 * (i % 4) + 3 || s[i] != sum) ++wrong;
  }
  return wrong != 0;
}
