// Every atomic function at least once, on shared and global memory; nobody reads beside them.
#include <cuda_runtime.h>

#include <cstdio>

__device__ double add_double_by_cas(double* address, double value) {
  unsigned long long* bits = reinterpret_cast<unsigned long long*>(address);
  unsigned long long old = atomicAdd(bits, 0ull), assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}

__device__ float max_float(float* address, float value) {
  int* bits = reinterpret_cast<int*>(address);
  int old = atomicCAS(bits, 0, 0);
  while (__int_as_float(old) < value) {
    const int assumed = old;
    old = atomicCAS(bits, assumed, __float_as_int(value));
    if (old == assumed) break;
  }
  return __int_as_float(old);
}

__global__ void all_kinds(int* i, unsigned* u, unsigned long long* l, float* f, double* d) {
  __shared__ int s[2];
  const int t = threadIdx.x;
  if (t < 2) s[t] = 0;
  __syncthreads();
  atomicAdd(&i[0], 1);
  atomicSub(&i[1], t);
  atomicMin(&i[2], t - 20);
  atomicMax(&i[3], t * 3);
  atomicExch(&i[4], 77);
  atomicAnd(&u[0], ~(1u << (t % 32)));
  atomicOr(&u[1], 1u << (t % 32));
  atomicXor(&u[2], 1u << (t % 32));
  atomicInc(&u[3], 9);
  atomicDec(&u[4], 9);
  atomicAdd(l, 1ull << 32);
  atomicAdd(&f[0], 0.5f);
  max_float(&f[1], t);
  atomicAdd(&d[0], 0.25);
  add_double_by_cas(&d[1], 2);
  atomicAdd(&s[0], t);
  atomicMax(&s[1], t);
  __syncthreads();
  if (t == 0) atomicAdd(&i[5], s[0] + s[1]);
}

int main() {
  int i[6] = {}, *di;
  unsigned u[5] = {~0u}, *du;
  unsigned long long l = 0, *dl;
  float f[2] = {}, *df;
  double d[2] = {}, *dd;
  cudaMalloc(&di, sizeof(i));
  cudaMalloc(&du, sizeof(u));
  cudaMalloc(&dl, sizeof(l));
  cudaMalloc(&df, sizeof(f));
  cudaMalloc(&dd, sizeof(d));
  cudaMemcpy(di, i, sizeof(i), cudaMemcpyHostToDevice);
  cudaMemcpy(du, u, sizeof(u), cudaMemcpyHostToDevice);
  cudaMemcpy(dl, &l, sizeof(l), cudaMemcpyHostToDevice);
  cudaMemcpy(df, f, sizeof(f), cudaMemcpyHostToDevice);
  cudaMemcpy(dd, d, sizeof(d), cudaMemcpyHostToDevice);
  all_kinds<<<2, 64>>>(di, du, dl, df, dd);
  cudaMemcpy(i, di, sizeof(i), cudaMemcpyDeviceToHost);
  cudaMemcpy(u, du, sizeof(u), cudaMemcpyDeviceToHost);
  cudaMemcpy(&l, dl, sizeof(l), cudaMemcpyDeviceToHost);
  cudaMemcpy(f, df, sizeof(f), cudaMemcpyDeviceToHost);
  cudaMemcpy(d, dd, sizeof(d), cudaMemcpyDeviceToHost);
  cudaFree(di);
  cudaFree(du);
  cudaFree(dl);
  cudaFree(df);
  cudaFree(dd);
  int wrong = i[0] != 128 || i[1] != -4032 || i[2] != -20 || i[3] != 189 || i[4] != 77;
  wrong += i[5] != 2 * (2016 + 63) || u[0] != 0 || u[1] != ~0u || u[2] != 0 || u[3] != 8;
  wrong += u[4] != 2 || l != 128ull << 32 || f[0] != 64 || f[1] != 63 || d[0] != 32 || d[1] != 256;
  return wrong != 0;
}
