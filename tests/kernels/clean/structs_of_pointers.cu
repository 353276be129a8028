// Structs by value with pointers in them, a struct on the device that points to device memory, and
// an array of structs.
#include <cuda_runtime.h>

#include <cstdio>

struct Matrix {
  int rows, columns;
  float* data;
  __device__ float& at(int i, int j) const { return data[i * columns + j]; }
};

struct Particle {
  float3 position, velocity;
  int cell;
};

__global__ void add(Matrix a, const Matrix* b, Matrix c) {
  const int i = threadIdx.y, j = threadIdx.x;
  if (i < c.rows && j < c.columns) c.at(i, j) = a.at(i, j) + b->at(i, j);
}

__global__ void move(int n, Particle* particles, float dt) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Particle p = particles[i];
  p.position.x += dt * p.velocity.x;
  p.position.y += dt * p.velocity.y;
  p.cell = (int)p.position.x;
  particles[i] = p;
}

int main() {
  const int rows = 5, columns = 7, n = 40;
  float h[rows * columns];
  for (int i = 0; i < rows * columns; ++i) h[i] = i;
  Matrix a = {rows, columns, nullptr}, b = a, c = a, *db;
  for (Matrix* m : {&a, &b, &c}) cudaMalloc(&m->data, sizeof(h));
  cudaMalloc(&db, sizeof(Matrix));
  cudaMemcpy(a.data, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemcpy(b.data, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemcpy(db, &b, sizeof(Matrix), cudaMemcpyHostToDevice);
  add<<<1, dim3(8, 8)>>>(a, db, c);
  cudaMemcpy(h, c.data, sizeof(h), cudaMemcpyDeviceToHost);
  for (Matrix* m : {&a, &b, &c}) cudaFree(m->data);
  cudaFree(db);

  static Particle particles[n];
  for (int i = 0; i < n; ++i) particles[i] = {{(float)i, 0, 0}, {2, 1, 0}, -1};
  Particle* dparticles;
  cudaMalloc(&dparticles, sizeof(particles));
  cudaMemcpy(dparticles, particles, sizeof(particles), cudaMemcpyHostToDevice);
  move<<<2, 32>>>(n, dparticles, 0.5f);
  cudaMemcpy(particles, dparticles, sizeof(particles), cudaMemcpyDeviceToHost);
  cudaFree(dparticles);
  int wrong = 0;
  for (int i = 0; i < rows * columns; ++i)
    if (h[i] != 2 * i) ++wrong;
  for (int i = 0; i < n; ++i)
    if (particles[i].cell != i + 1 || particles[i].position.y != 0.5f) ++wrong;
  return wrong != 0;
}
