// Dynamic shared memory is used, and the launch gives none.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void rotate(const double* in, double* out) {
  extern __shared__ double chunk[];
  chunk[threadIdx.x] = in[threadIdx.x];  // FINDING out-of-bounds
  __syncthreads();
  out[threadIdx.x] = chunk[(threadIdx.x + 1) % blockDim.x];  // FINDING out-of-bounds
}

int main() {
  double h[32] = {1, 2, 3};
  double *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  rotate<<<1, 32>>>(in, out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
