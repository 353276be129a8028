#include "jacobi.h"
#include <cstdint>
#include <memory>
#include <vector>

// helper_math-like things that work on both sides
#if defined(__CUDACC__)
#define HD __host__ __device__
#else
#define HD
#endif

template <typename T>
HD inline T load_ro(const T* p) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 350
  return __ldg(p);
#else
  return *p;
#endif
}

HD inline int lane() {
#ifdef __CUDA_ARCH__
  return threadIdx.x & (warpSize - 1);
#else
  return 0;
#endif
}

HD inline bool on_device() {
#ifndef __CUDA_ARCH__
  return false;
#else
  return true;
#endif
}

// Solves one row; on the host it is used for tiny systems, for which a launch does not pay.
template <typename T>
HD T solve_row(int n, int i, const T* A, const T* b, const T* x) {
  const int step = on_device() ? 32 : 1;
  T s = 0;
  for (int j = lane(); j < n; j += step)
    if (j != i) s += load_ro(A + (size_t)i * n + j) * x[j];
#ifdef __CUDA_ARCH__
  for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
#endif
  return (b[i] - s) / A[(size_t)i * n + i];
}

template <typename T>
__global__ void rows(int n, const T* A, const T* b, const T* x, T* y) {
  const int i = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
  if (i >= n) return;  // whole warps
  const T v = solve_row(n, i, A, b, x);
  if (lane() == 0) y[i] = v;
}

void jacobi_best(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  if (n == 1) {
    std::vector<real> zero(1, real(0));
    x[0] = iterations ? solve_row(n, 0, A, b, zero.data()) : real(0);
    return;
  }
  struct deleter {
    void operator()(real* p) const { cudaFree(p); }
  };
  using ptr = std::unique_ptr<real, deleter>;
  auto make = [&](size_t count) {
    real* p = nullptr;
    cudaMalloc(&p, count * sizeof(real));
    return ptr(p);
  };
  const size_t nn = (size_t)n * n;
  ptr a = make(nn), rhs = make(n), u = make(n), v = make(n);
  cudaMemcpy(a.get(), A, nn * sizeof(real), cudaMemcpyHostToDevice);
  cudaMemcpy(rhs.get(), b, n * sizeof(real), cudaMemcpyHostToDevice);
  cudaMemset(u.get(), 0, n * sizeof(real));
  const int warps = block_size / 32;
  for (int k = 0; k < iterations; ++k) {
    rows<<<(n + warps - 1) / warps, block_size>>>(n, a.get(), rhs.get(), u.get(), v.get());
    std::swap(u, v);
  }
  cudaMemcpy(x, u.get(), n * sizeof(real), cudaMemcpyDeviceToHost);
}
