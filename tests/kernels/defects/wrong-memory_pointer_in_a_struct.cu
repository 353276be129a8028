// The struct is on the device, but the pointer inside it still points to host memory.
#include <cuda_runtime.h>

#include <cstdio>

struct Vector {
  int length;
  float* data;
};

__global__ void scale(Vector* v, float f) {
  int i = threadIdx.x;
  if (i < v->length) v->data[i] *= f;  // FINDING wrong-memory
}

int main() {
  static float values[40];
  Vector h = {40, values};
  Vector* v;
  cudaMalloc(&v, sizeof(Vector));
  cudaMemcpy(v, &h, sizeof(Vector), cudaMemcpyHostToDevice);
  scale<<<1, 64>>>(v, 2);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(v);
  return 0;
}
