// Jacobi, one block per row (reduction after Mark Harris' slides)
#include "jacobi.h"

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

static void gpu(cudaError_t e) {
  if (e) {
    std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(e));
    std::abort();
  }
}

// the last 32 sums: one warp, in lockstep, so no barrier is needed (volatile!)
__device__ void warpReduce(volatile real* sdata, unsigned tid) {
  sdata[tid] += sdata[tid + 16];
  sdata[tid] += sdata[tid + 8];
  sdata[tid] += sdata[tid + 4];
  sdata[tid] += sdata[tid + 2];
  sdata[tid] += sdata[tid + 1];
}

__global__ void rowKernel(int n, const real* A, const real* b, const real* xold, real* xnew) {
  extern __shared__ real sdata[];
  const unsigned tid = threadIdx.x;
  const size_t row = blockIdx.x;

  real mySum = 0;
  for (int j = tid; j < n; j += blockDim.x)
    if (j != (int)row) mySum += A[row * n + j] * xold[j];
  sdata[tid] = mySum;
  if (tid < 32) sdata[blockDim.x + tid] = 0;
  __syncthreads();

  // fold the part above the largest power of two first
  unsigned p2 = 32;
  while (2 * p2 <= blockDim.x) p2 *= 2;
  if (tid + p2 < blockDim.x) sdata[tid] += sdata[tid + p2];
  __syncthreads();

  for (unsigned s = p2 / 2; s >= 32; s >>= 1) {
    if (tid < s) sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid < 32) warpReduce(sdata, tid);
  if (tid == 0) xnew[row] = (b[row] - sdata[0]) / A[row * n + row];
}

void jacobi_unified(int n, int iterations, const real* A, const real* b, real* x, int block_size) {}
void jacobi_swap(int n, int iterations, const real* A, const real* b, real* x, int block_size) {}
void jacobi_shared(int n, int iterations, const real* A, const real* b, real* x, int block_size) {}

void jacobi_reduce(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  const size_t nn = n;
  real *dA, *db, *v[2];
  gpu(cudaMalloc(&dA, nn * nn * sizeof(real)));
  gpu(cudaMalloc(&db, nn * sizeof(real)));
  gpu(cudaMalloc(&v[0], nn * sizeof(real)));
  gpu(cudaMalloc(&v[1], nn * sizeof(real)));
  gpu(cudaMemcpy(dA, A, nn * nn * sizeof(real), cudaMemcpyHostToDevice));
  gpu(cudaMemcpy(db, b, nn * sizeof(real), cudaMemcpyHostToDevice));
  gpu(cudaMemset(v[0], 0, nn * sizeof(real)));
  for (int it = 0; it < iterations; ++it) {
    rowKernel<<<n, block_size, (block_size + 32) * sizeof(real)>>>(n, dA, db, v[it % 2], v[(it + 1) % 2]);
    gpu(cudaGetLastError());
  }
  gpu(cudaMemcpy(x, v[iterations % 2], nn * sizeof(real), cudaMemcpyDeviceToHost));
  for (real* each : {dA, db, v[0], v[1]}) gpu(cudaFree(each));
}

void jacobi_best(int n, int iterations, const real* A, const real* b, real* x, int block_size) {}
