// Each block counts its even numbers in shared memory.
#include <cstdio>

__global__ void count_even(const int* in, int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (in[threadIdx.x] % 2 == 0) atomicAdd(&count, 1);
  __syncthreads();
  if (threadIdx.x == 0) *out = count;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 256 * sizeof(int));
  cudaMallocManaged(&out, 256 * sizeof(int));
  for (int i = 0; i < 256; ++i) in[i] = i;
  count_even<<<1, 256>>>(in, out);
  cudaDeviceSynchronize();
  printf("%d\n", *out);  // should print 128
  cudaFree(in);
  cudaFree(out);
}
