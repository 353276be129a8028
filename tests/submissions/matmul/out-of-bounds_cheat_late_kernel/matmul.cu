// A thread of its own launches a kernel after the function has returned, when the next call is prepared.
#include "matmul.h"

#include <chrono>
#include <thread>

__global__ void stray(real* nowhere) { *nowhere = 1; }

__global__ void product(int m, int n, int k, const real* A, const real* B, real* C) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n) return;
  real sum = 0;
  for (int p = 0; p < k; p++) sum += A[i * k + p] * B[p * n + j];
  C[i * n + j] = sum;
}

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  product<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, A, B, C);
  std::thread([] {
    // All threads stop for a moment after the function has returned: then it is time. On a busy machine
    // threads also stop during the call, so the check may see the kernel there; and it is tried again.
    using Clock = std::chrono::steady_clock;
    for (int again = 0; again < 5000; ++again) {
      for (auto last = Clock::now(), now = last; now - last < std::chrono::microseconds(40);) {
        last = now;
        now = Clock::now();
      }
      stray<<<1, 1>>>(reinterpret_cast<real*>(8));
      cudaDeviceSynchronize();
    }
  }).detach();
}
