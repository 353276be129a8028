// Squares, in a table that a kernel fills.
#include <cstdio>

__device__ int table[32];

__global__ void fill(int* table) {
  table[threadIdx.x] = threadIdx.x * threadIdx.x;
}

__global__ void look(int i, int* out) { *out = table[i]; }

int main() {
  int *out, *where, h;
  cudaMalloc(&out, sizeof(int));
  cudaGetSymbolAddress((void**)&where, table);
  fill<<<1, 32>>>(where);
  look<<<1, 1>>>(7, out);
  if (cudaMemcpy(&h, out, sizeof(int), cudaMemcpyDeviceToHost) !=
      cudaSuccess)
    return 0;
  printf("%d\n", h);  // should print 49
  cudaFree(out);
}
