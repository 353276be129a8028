// Says when each call begins and ends, for two tasks of which one is slow: were a hidden case to run beside
// one that is shown, two processes could tell each other something by the load that they make. Must show
// that all hidden cases begin after all others have ended.
#include "matmul.h"
#include <chrono>
#include <cstdio>
#include <thread>

__global__ void product(int m, int n, int k, const real* A, const real* B, real* C) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n) return;
  real sum = 0;
  for (int p = 0; p < k; p++) sum += A[i * k + p] * B[p * n + j];
  C[i * n + j] = sum;
}

static long long now() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

static void run(int m, int n, int k, const real* A, const real* B, real* C, int sleeps) {
  const long long began = now();
  std::this_thread::sleep_for(std::chrono::milliseconds(sleeps));
  if (m != 0 && n != 0) {
    product<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, A, B, C);
    cudaDeviceSynchronize();
  }
  printf("from %lld to %lld\n", began, now());
}

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  run(m, n, k, A, B, C, 0);
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  run(m, n, k, A, B, C, 30);
}
