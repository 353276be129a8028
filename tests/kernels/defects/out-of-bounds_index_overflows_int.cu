// The row's offset is an int and overflows for the rows of a wide pitch: the address lies far
// before the array, where nothing is.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void first_of_rows(int rows, int pitch, const float* A, float* out) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  unsigned offset = (unsigned)row * (unsigned)pitch;  // wraps as an int would
  const float* p = A + (int)offset;
  out[row] = *p;  // FINDING out-of-bounds
}

int main() {
  const int rows = 2;
  float h[rows] = {1, 2};
  float *A, *out;
  cudaMalloc(&A, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(A, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof(h));
  first_of_rows<<<1, 32>>>(rows, (int)3000000000u, A, out);
  cudaDeviceSynchronize();
  cudaGetLastError();
  cudaFree(A);
  cudaFree(out);
  printf("done\n");
  return 0;
}
