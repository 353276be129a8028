#include "poisson.h"

#include <algorithm>

// All is right but for the device that is current at exit.
__global__ void part(int N, int planes, real d2, const real* f, const real* below, const real* old,
                     const real* above, real* u) {
  int k = blockIdx.x * blockDim.x + threadIdx.x + 1, j = blockIdx.y + 1, i = blockIdx.z;
  if (k > N - 2) return;
  long long n2 = (long long)N * N, q = (long long)j * N + k, p = i * n2 + q;
  real lower = i > 0 ? old[p - n2] : below[q];
  real upper = i < planes - 1 ? old[p + n2] : above[q];
  u[p] = (lower + upper + old[p - N] + old[p + N] + old[p - 1] + old[p + 1] + d2 * f[p]) / 6;
}

void poisson_dual(int N, int iterations, real delta2, const real* f, real* u) {
  if (N < 4) {  // too thin to be cut
    if (N < 3) return;
    for (int s = 0; s < std::min(iterations, 1); s++)
      u[13] = (u[4] + u[22] + u[10] + u[16] + u[12] + u[14] + delta2 * f[13]) / 6;
    return;
  }
  int count;
  cudaGetDeviceCount(&count);
  int device[2] = {0, count > 1 ? 1 : 0};
  for (int d = 0; d < 2 && count > 1; d++) {
    cudaSetDevice(d);
    if (cudaDeviceEnablePeerAccess(1 - d, 0) != cudaSuccess) cudaGetLastError();
  }
  size_t n2 = (size_t)N * N, plane = n2 * sizeof(real);
  int first[2] = {1, N / 3 + 1};  // not the middle: any cut is right
  int planes[2] = {N / 3, N - 2 - N / 3};
  real *F[2], *A[2], *B[2], *wall[2];
  for (int d = 0; d < 2; d++) {
    cudaSetDevice(device[d]);
    for (real** p : {&F[d], &A[d], &B[d]}) cudaMalloc(p, planes[d] * plane);
    cudaMalloc(&wall[d], plane);
    cudaMemcpy(F[d], f + first[d] * n2, planes[d] * plane, cudaMemcpyHostToDevice);
    cudaMemcpy(A[d], u + first[d] * n2, planes[d] * plane, cudaMemcpyHostToDevice);
    cudaMemcpy(B[d], u + first[d] * n2, planes[d] * plane, cudaMemcpyHostToDevice);
    cudaMemcpy(wall[d], u + (d == 0 ? 0 : N - 1) * n2, plane, cudaMemcpyHostToDevice);
  }
  for (int s = 0; s < iterations; s++) {
    for (int d = 0; d < 2; d++) {
      cudaSetDevice(device[d]);
      const real* below = d == 0 ? wall[0] : A[0] + (planes[0] - 1) * n2;
      const real* above = d == 0 ? A[1] : wall[1];
      part<<<dim3((N + 61) / 64, N - 2, planes[d]), 64>>>(N, planes[d], delta2, F[d], below, A[d], above, B[d]);
    }
    for (int d = 0; d < 2; d++) {
      cudaSetDevice(device[d]);
      cudaDeviceSynchronize();
      std::swap(A[d], B[d]);
    }
  }
  for (int d = 0; d < 2; d++) {
    cudaSetDevice(device[d]);
    cudaMemcpy(u + first[d] * n2, A[d], planes[d] * plane, cudaMemcpyDeviceToHost);
    for (real* p : {F[d], A[d], B[d], wall[d]}) cudaFree(p);
  }
}
