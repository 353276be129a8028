// Structures whose size is not their alignment: 16 bytes at 8 mod 16, 24 and 28 bytes, 16 bytes at
// 4 mod 16. A GPU loads them member by member.
#include <cuda_runtime.h>

#include <cstdio>

struct Complex {
  double re, im;
};
struct Row {
  double head;
  Complex c[4];
};
struct Entry {
  long long key;
  int value, next;
};
struct Vec3 {
  float x, y, z;
};
struct Body {
  Vec3 position, velocity;
  float mass;
};
struct Plane {
  double x, y, z;
};
struct Quad {
  int a, b, c, d;
};
struct Small {
  short a, b, c, d;
};

__device__ Complex operator*(Complex a, Complex b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

__global__ void in_global_memory(Row* rows, Entry* entries, Body* bodies, Plane* planes, char* raw,
                                 float* out) {
  const int i = threadIdx.x;
  for (int j = 0; j < 4; j++) rows[i].c[j] = rows[i].c[j] * rows[i].c[3 - j];
  entries[i].key = i;
  Entry e = entries[i];
  e.value++;
  entries[i] = e;
  Body b = bodies[i];
  b.position = b.velocity;
  bodies[i] = b;
  Plane p = planes[i];
  planes[i] = p;
  Quad* quads = reinterpret_cast<Quad*>(raw + 4);
  Quad q = quads[i];
  q.a++;
  quads[i] = q;
  Small* smalls = reinterpret_cast<Small*>(raw + 1026);
  Small s = smalls[i];
  smalls[i] = s;
  const volatile double& im = rows[i].c[1].im;
  out[i] = rows[i].c[2].re + e.value + b.mass + p.x + q.a + s.a + im;
}

__global__ void in_shared_memory(float* out) {
  __shared__ double head;
  __shared__ Complex fixed[33];
  extern __shared__ double room[];
  Complex* behind = reinterpret_cast<Complex*>(room + 1);
  const int i = threadIdx.x;
  if (i == 0) head = 1;
  fixed[i] = {1.0 * i, 2.0};
  behind[i] = fixed[i];
  __syncthreads();
  const Complex a = fixed[31 - i], b = behind[31 - i];
  out[i] = a.re + head + b.im;
}

int main() {
  Row* rows;
  char *entries, *raw;
  Body* bodies;
  Plane* planes;
  float* out;
  cudaMalloc(&rows, 32 * sizeof(Row));
  cudaMalloc(&entries, 32 * sizeof(Entry) + 8);
  cudaMalloc(&bodies, 32 * sizeof(Body));
  cudaMalloc(&planes, 32 * sizeof(Plane));
  cudaMalloc(&raw, 4096);
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMemset(rows, 0, 32 * sizeof(Row));
  cudaMemset(entries, 0, 32 * sizeof(Entry) + 8);
  cudaMemset(bodies, 0, 32 * sizeof(Body));
  cudaMemset(planes, 0, 32 * sizeof(Plane));
  cudaMemset(raw, 0, 4096);
  in_global_memory<<<1, 32>>>(rows, reinterpret_cast<Entry*>(entries + 8), bodies, planes, raw,
                              out);
  in_shared_memory<<<1, 32, 33 * sizeof(Complex) + sizeof(double)>>>(out);
  float h[32];
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d %g\n", (int)cudaDeviceSynchronize(), h[3]);
  cudaFree(rows);
  cudaFree(entries);
  cudaFree(bodies);
  cudaFree(planes);
  cudaFree(raw);
  cudaFree(out);
  return 0;
}
