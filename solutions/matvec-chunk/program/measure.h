// Runs a kernel, times it and compares its results with the CPU's.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <random>
#include <thread>
#include <vector>

#include "kernels.h"

/// The vectors, their products by the CPU, and room for those by a kernel, on the device.
struct Products {
  int S = 0;
  real* in = nullptr;
  real* out = nullptr;
  real* right = nullptr;
  unsigned long long* different = nullptr;
};

/// u(h) for all h, by all cores.
inline void multiply_on_cpu(int S, const std::vector<real>& A, const std::vector<real>& in,
                            std::vector<real>& out) {
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  std::vector<std::thread> workers;
  for (int core = 0; core < cores; ++core) {
    workers.emplace_back([&, core] {
      const long long first = static_cast<long long>(S) * core / cores;
      const long long last = static_cast<long long>(S) * (core + 1) / cores;
      for (long long h = first; h < last; ++h) {
        for (int i = 0; i < M; ++i) {
          real sum = 0;
          for (int j = 0; j < N; ++j) sum += A[i * N + j] * in[h * N + j];
          out[h * M + i] = sum;
        }
      }
    });
  }
  for (std::thread& worker : workers) worker.join();
}

/// `overflow`: vectors that a kernel may read and write behind the S.
inline Products make_products(int S, long long overflow) {
  // Small integers: every sum is exact in whatever order its terms are added, so that right results
  // are equal.
  std::mt19937 random(1);
  const auto fill = [&random](std::vector<real>& values) {
    for (real& value : values) value = static_cast<real>(static_cast<int>(random() % 17) - 8);
  };
  std::vector<real> A(static_cast<std::size_t>(M) * N);
  std::vector<real> in(static_cast<std::size_t>(S + overflow) * N);
  std::vector<real> right(static_cast<std::size_t>(S) * M);
  fill(A);
  fill(in);
  multiply_on_cpu(S, A, in, right);

  Products p;
  p.S = S;
  const std::size_t bytes_out = static_cast<std::size_t>(S + overflow) * M * sizeof(real);
  CHECK(cudaMalloc(&p.in, in.size() * sizeof(real)));
  CHECK(cudaMalloc(&p.out, bytes_out));
  CHECK(cudaMalloc(&p.right, right.size() * sizeof(real)));
  CHECK(cudaMalloc(&p.different, sizeof(*p.different)));
  CHECK(cudaMemcpy(p.in, in.data(), in.size() * sizeof(real), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(p.right, right.data(), right.size() * sizeof(real), cudaMemcpyHostToDevice));
  fill_matrix(A.data());
  CHECK(cudaGetLastError());
  return p;
}

inline void free_products(const Products& p) {
  CHECK(cudaFree(p.in));
  CHECK(cudaFree(p.out));
  CHECK(cudaFree(p.right));
  CHECK(cudaFree(p.different));
}

__global__ void count_different(long long size, const real* found, const real* right,
                                unsigned long long* different) {
  const long long stride = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < size;
       i += stride) {
    if (!(found[i] == right[i])) atomicAdd(different, 1ull);
  }
}

struct Measured {
  double seconds = 0;
  unsigned long long wrong = 0;  // values that differ from the CPU's
};

inline Measured measure(const Kernel& kernel, const Products& p, int blocks, int threads) {
  const long long size = static_cast<long long>(p.S) * M;
  Measured result;
  CHECK(cudaMemset(p.out, 0xff, size * sizeof(real)));  // a NaN: what is not written is wrong
  CHECK(cudaMemset(p.different, 0, sizeof(*p.different)));
  kernel.run(p.S, p.in, p.out, blocks, threads);
  count_different<<<blocks, 256>>>(size, p.out, p.right, p.different);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&result.wrong, p.different, sizeof(result.wrong), cudaMemcpyDeviceToHost));

  // That was the warm-up; the median of these is the time.
  constexpr int runs = on_cpu_engine ? 1 : 11;
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  std::vector<float> milliseconds(runs);
  for (float& time : milliseconds) {
    CHECK(cudaEventRecord(begin));
    kernel.run(p.S, p.in, p.out, blocks, threads);
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    CHECK(cudaEventElapsedTime(&time, begin, end));
  }
  CHECK(cudaEventDestroy(begin));
  CHECK(cudaEventDestroy(end));
  std::nth_element(milliseconds.begin(), milliseconds.begin() + runs / 2, milliseconds.end());
  result.seconds = milliseconds[runs / 2] / 1e3;
  return result;
}
