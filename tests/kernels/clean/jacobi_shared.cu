// x is staged through dynamic shared memory, a chunk of blockDim.x elements at a time.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sweep(int n, const float* A, const float* b, const float* x, float* y) {
  extern __shared__ float chunk[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
  float sum = 0;
  for (int first = 0; first < n; first += blockDim.x) {
    const int count = min((int)blockDim.x, n - first);
    if (t < count) chunk[t] = x[first + t];
    __syncthreads();
    if (i < n)
      for (int j = 0; j < count; ++j) sum += A[i * n + first + j] * chunk[j];
    __syncthreads();
  }
  if (i < n) y[i] = (b[i] - sum) / A[i * n + i] + x[i];
}

int main() {
  const int n = 100, threads = 64;
  static float A[n * n], b[n], x[n];
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) A[i * n + j] = i == j ? 400 : 1;
    b[i] = 400 + n - 1;
  }
  float *dA, *db, *dx[2];
  cudaMalloc(&dA, sizeof(A));
  cudaMalloc(&db, sizeof(b));
  for (int i = 0; i < 2; ++i) cudaMalloc(&dx[i], sizeof(x));
  cudaMemcpy(dA, A, sizeof(A), cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, sizeof(b), cudaMemcpyHostToDevice);
  cudaMemset(dx[0], 0, sizeof(x));
  int s = 0;
  for (; s < 15; ++s)
    sweep<<<(n + threads - 1) / threads, threads, threads * sizeof(float)>>>(n, dA, db, dx[s % 2],
                                                                             dx[(s + 1) % 2]);
  cudaMemcpy(x, dx[s % 2], sizeof(x), cudaMemcpyDeviceToHost);
  cudaFree(dA);
  cudaFree(db);
  for (int i = 0; i < 2; ++i) cudaFree(dx[i]);
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    if (!(x[i] > 0.999f && x[i] < 1.001f)) ++wrong;
  return wrong != 0;
}
