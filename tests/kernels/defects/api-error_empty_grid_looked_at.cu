// As api-error_empty_grid, and the error is asked for: nothing is lost but the launch, which the
// program means not to need.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void scale(int n, float f, float* a) {
  int i = blockIdx.y * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= f;
}

int main() {
  const int n = 512;
  float h[n] = {1}, *a;
  cudaMalloc(&a, sizeof(h));
  cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
  int wrong = 0;
  for (int rows = 2; rows >= 0; --rows) {
    scale<<<dim3(1, rows), 256>>>(n, 1, a);  // FINDING api-error advice
    const cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    if ((error != cudaSuccess) != (rows == 0)) ++wrong;
  }
  cudaMemcpy(h, a, sizeof(h), cudaMemcpyDeviceToHost);
  cudaFree(a);
  return wrong != 0;
}
