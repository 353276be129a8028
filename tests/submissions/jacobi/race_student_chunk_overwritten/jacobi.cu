#include "jacobi.h"

__global__ void sweep(int n, const real* A, const real* b, const real* x, real* y) {
  extern __shared__ real chunk[];
  const int t = threadIdx.x, T = blockDim.x;
  const long long i = (long long)blockIdx.x * T + t;
  const real* a = A + (i < n ? i : 0) * n;  // threads without a row use row 0
  real s = 0;
  for (int first = 0; first < n; first += T) {
    if (first + t < n) chunk[t] = x[first + t];
    __syncthreads();
    const int len = n - first < T ? n - first : T;
    for (int j = 0; j < len; ++j)
      s += a[first + j] * chunk[j];
  }
  if (i < n) y[i] = (b[i] - s) / a[i] + x[i];
}

void jacobi_shared(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  const size_t vec = n * sizeof(real);
  char* mem;  // one allocation for everything: A, b and two vectors
  const size_t vec_al = (vec + 255) / 256 * 256, mat_al = (n * vec + 255) / 256 * 256;
  cudaMalloc(&mem, mat_al + 3 * vec_al);
  real* dA = (real*)mem;
  real* db = (real*)(mem + mat_al);
  real* v[2] = {(real*)(mem + mat_al + vec_al), (real*)(mem + mat_al + 2 * vec_al)};
  cudaMemcpy(dA, A, n * vec, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, vec, cudaMemcpyHostToDevice);
  cudaMemset(v[0], 0, vec);
  for (int s = 0; s < iterations; s++)
    sweep<<<(n - 1) / block_size + 1, block_size, block_size * sizeof(real)>>>(n, dA, db, v[s & 1], v[1 - (s & 1)]);
  cudaMemcpy(x, v[iterations & 1], vec, cudaMemcpyDeviceToHost);
  cudaFree(mem);
}
