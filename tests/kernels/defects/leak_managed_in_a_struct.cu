// The struct is freed, and what its pointer pointed to is not.
#include <cuda_runtime.h>

#include <cstdio>

struct Vector {
  int length;
  float* data;
};

__global__ void scale(Vector* v, float f) {
  const int i = threadIdx.x;
  if (i < v->length) v->data[i] *= f;
}

int main() {
  Vector* v;
  cudaMallocManaged(&v, sizeof(Vector));
  v->length = 20;
  cudaMallocManaged(&v->data, 20 * sizeof(float));  // FINDING leak
  for (int i = 0; i < 20; ++i) v->data[i] = i;
  scale<<<1, 32>>>(v, 2);
  cudaDeviceSynchronize();
  printf("%g\n", v->data[3]);
  cudaFree(v);
  return 0;
}
