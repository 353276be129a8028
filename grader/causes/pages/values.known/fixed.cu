// Adds 1 to n numbers, step by step, from one array into the other.
#include <cstdio>
#include <utility>

__global__ void add_1(int n, const int* from, int* to) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i] + 1;
}

// The caller looks for the result in a; b is a work array.
void add(int steps, int n, int* a, int* b) {
  int *from = a, *to = b;
  for (int s = 0; s < steps; ++s, std::swap(from, to))
    add_1<<<(n + 255) / 256, 256>>>(n, from, to);
  if (from != a) cudaMemcpy(a, from, n * sizeof(int), cudaMemcpyDefault);
  cudaDeviceSynchronize();
}

int main() {
  int *a, *b;
  cudaMallocManaged(&a, sizeof(int));
  cudaMallocManaged(&b, sizeof(int));
  *a = 0;
  add(3, 1, a, b);
  printf("%d\n", *a);  // should print 3
  cudaFree(a);
  cudaFree(b);
}
