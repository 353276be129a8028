// A cooperative launch with a block for each 256 elements, as plain launches have it: more than the
// device holds at once.
#include <cuda_runtime.h>

__global__ void step(int n, float* v) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] += 1;
}

int main() {
  int n = 4 << 20;
  float* v;
  cudaMalloc(&v, n * sizeof(float));
  cudaMemset(v, 0, n * sizeof(float));
  void* args[] = {&n, &v};
  cudaLaunchCooperativeKernel((void*)step, dim3(n / 256), dim3(256), args);  // FINDING api-error
  cudaDeviceSynchronize();
  cudaFree(v);
  return 0;
}
