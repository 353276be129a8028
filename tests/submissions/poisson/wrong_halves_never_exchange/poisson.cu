#include "poisson.h"

#include <utility>

__global__ void part(int N, int planes, real d2, const real* f, const real* old, real* u) {
  int k = blockIdx.x * blockDim.x + threadIdx.x + 1, j = blockIdx.y + 1, i = blockIdx.z + 1;
  if (k > N - 2) return;
  size_t n2 = (size_t)N * N, p = i * n2 + (size_t)j * N + k;
  u[p] = (old[p - n2] + old[p + n2] + old[p - N] + old[p + N] + old[p - 1] + old[p + 1] + d2 * f[p]) / 6;
}

void poisson_dual(int N, int iterations, real delta2, const real* f, real* u) {
  if (N < 3) return;
  int count;
  cudaGetDeviceCount(&count);
  int device[2] = {0, count > 1 ? 1 : 0};
  size_t n2 = (size_t)N * N, plane = n2 * sizeof(real);
  int cut = N / 2;                          // planes below it belong to device 0
  int begin[2] = {0, cut - 1};              // the first plane that a device holds
  int planes[2] = {cut + 1, N - cut + 1};   // with those beside its own
  real *F[2], *A[2], *B[2];
  for (int d = 0; d < 2; d++) {
    cudaSetDevice(device[d]);
    for (real** p : {&F[d], &A[d], &B[d]}) cudaMalloc(p, planes[d] * plane);
    cudaMemcpy(F[d], f + begin[d] * n2, planes[d] * plane, cudaMemcpyHostToDevice);
    cudaMemcpy(A[d], u + begin[d] * n2, planes[d] * plane, cudaMemcpyHostToDevice);
    cudaMemcpy(B[d], u + begin[d] * n2, planes[d] * plane, cudaMemcpyHostToDevice);
  }
  for (int s = 0; s < iterations; s++) {
    for (int d = 0; d < 2; d++) {
      cudaSetDevice(device[d]);
      if (planes[d] > 2)
        part<<<dim3((N + 61) / 64, N - 2, planes[d] - 2), 64>>>(N, planes[d], delta2, F[d], A[d], B[d]);
    }
    for (int d = 0; d < 2; d++) {
      cudaSetDevice(device[d]);
      cudaDeviceSynchronize();
    }
    std::swap(A[0], B[0]);
    std::swap(A[1], B[1]);
  }
  for (int d = 0; d < 2; d++) {
    cudaSetDevice(device[d]);
    cudaMemcpy(u + (begin[d] + 1) * n2, A[d] + n2, (planes[d] - 2) * plane, cudaMemcpyDeviceToHost);
    for (real* p : {F[d], A[d], B[d]}) cudaFree(p);
  }
  cudaSetDevice(0);
}
