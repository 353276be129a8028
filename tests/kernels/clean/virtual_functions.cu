// Objects with virtual functions, made and used by the same thread.
#include <cuda_runtime.h>

#include <cstdio>

struct Shape {
  __device__ virtual float area() const = 0;
  __device__ virtual ~Shape() {}
};

struct Square : Shape {
  float side;
  __device__ explicit Square(float s) : side(s) {}
  __device__ float area() const override { return side * side; }
};

struct Rectangle : Square {
  float height;
  __device__ Rectangle(float s, float h) : Square(s), height(h) {}
  __device__ float area() const override { return side * height; }
};

__device__ float twice(const Shape& shape) { return 2 * shape.area(); }

__global__ void areas(float* out) {
  const int i = threadIdx.x;
  Square square(i);
  Rectangle rectangle(i, 3);
  const Shape* shape = &square;
  if (i % 2) shape = &rectangle;
  out[i] = twice(*shape);
}

int main() {
  float r[40], *out;
  int wrong = 0;
  cudaMalloc(&out, sizeof(r));
  areas<<<1, 40>>>(out);
  cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
  cudaFree(out);
  for (int i = 0; i < 40; ++i)
    if (r[i] != (i % 2 ? 6 * i : 2 * i * i)) ++wrong;
  return wrong != 0;
}
