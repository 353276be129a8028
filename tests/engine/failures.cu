// Kernels that fail: CUDA's sticky errors. Each test has a process of its own.
#include <cassert>

#include "expect.h"

__global__ void store(int* p, int i) { p[i] = 1; }
__global__ void trapping() { __trap(); }
__global__ void asserting(int x) { assert(x == 4); }
__global__ void misaligned(char* p, double* out) { *out = *reinterpret_cast<double*>(p + 1); }
__global__ void fine(int* p) { *p = 5; }
__global__ void divide(const int* divisors, int* out) {
  const int i = threadIdx.x;
  out[2 * i] = 100 / divisors[i];
  out[2 * i + 1] = 100 % divisors[i];
}

static void expect_sticky(cudaError_t expected) {
  EXPECT_EQ(cudaDeviceSynchronize(), expected);
  EXPECT_EQ(cudaGetLastError(), expected);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  int* p = nullptr;
  EXPECT_EQ(cudaMalloc(&p, 4), expected);
  fine<<<1, 1>>>(p);
  EXPECT_EQ(cudaGetLastError(), expected);
}

ISOLATED_TEST(ANullPointerIsAnIllegalAddress) {
  store<<<1, 1>>>(nullptr, 0);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  expect_sticky(cudaErrorIllegalAddress);
}

ISOLATED_TEST(FarOutsideAnAllocation) {
  int* p = nullptr;
  cudaMalloc(&p, 400);
  store<<<1, 1>>>(p, 1 << 30);
  // A GPU may take the address for one of another kind of memory.
  const cudaError_t e = cudaDeviceSynchronize();
  EXPECT(e == cudaErrorIllegalAddress || e == cudaErrorInvalidAddressSpace);
  expect_sticky(e);
}

ISOLATED_TEST(TrapsAndAsserts) {
  asserting<<<2, 3>>>(4);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  asserting<<<2, 3>>>(5);
  expect_sticky(cudaErrorAssert);
}

ISOLATED_TEST(ADivisionByZeroDoesNotStopAKernel) {
  int host[] = {7, 0, -3, 0}, results[8] = {}, *divisors = nullptr, *out = nullptr;
  cudaMalloc(&divisors, sizeof host);
  cudaMalloc(&out, sizeof results);
  cudaMemcpy(divisors, host, sizeof host, cudaMemcpyHostToDevice);
  divide<<<1, 4>>>(divisors, out);
  EXPECT_EQ(cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(results[0], 14);
  EXPECT_EQ(results[1], 2);
  EXPECT_EQ(results[4], -33);
  EXPECT_EQ(results[5], 1);
  fine<<<1, 1>>>(out);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

ISOLATED_TEST(TrapIsALaunchFailure) {
  trapping<<<1, 1>>>();
  expect_sticky(cudaErrorLaunchFailure);
}

ISOLATED_TEST(TheErrorArrivesWithTheNextBlockingCall) {
  int host = 0, *p = nullptr;
  cudaMalloc(&p, 4);
  store<<<1, 1>>>(nullptr, 0);
  EXPECT_EQ(cudaMemcpy(&host, p, 4, cudaMemcpyDeviceToHost), cudaErrorIllegalAddress);
  expect_sticky(cudaErrorIllegalAddress);
}
