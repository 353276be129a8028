// Marks n elements; the threads draw numbers until all are taken.
#include <cstdio>

__device__ int next;

__global__ void mark(int n, int* out) {
  for (int i; (i = atomicAdd(&next, 1)) < n;) out[i] = 1;
}

int marked(int n, int* out) {
  cudaMemset(out, 0, n * sizeof(int));
  const int zero = 0;
  cudaMemcpyToSymbol(next, &zero, sizeof(int));
  mark<<<2, 32>>>(n, out);
  cudaDeviceSynchronize();
  int count = 0;
  for (int i = 0; i < n; ++i) count += out[i];
  return count;
}

int main() {
  int* out;
  cudaMallocManaged(&out, 100 * sizeof(int));
  printf("%d ", marked(100, out));
  printf("%d\n", marked(100, out));  // should print 100 100
  cudaFree(out);
}
