// Measures the current device's copy rate and multiply-adds. A CUDA error is printed and ends the
// program with exit status 1.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "device_figures.cuh"  // on_cpu_engine

#define CHECK(call)                                                                         \
  do {                                                                                      \
    const cudaError_t error = (call);                                                       \
    if (error != cudaSuccess) {                                                             \
      std::printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(error)); \
      std::exit(1);                                                                         \
    }                                                                                       \
  } while (false)

// In tests, this runs on the CPU engine, where times are meaningless, so little work is enough.
constexpr int steps = on_cpu_engine ? 2 : 1 << 12;
constexpr int chains = 8;  // independent multiply-adds of a thread, to hide their latency
constexpr std::size_t most_bytes = on_cpu_engine ? 1 << 16 : std::size_t{2} << 30;

template <class T>
__global__ void multiply_add(T* out, T factor) {
  T sum[chains];
  for (int c = 0; c < chains; ++c) sum[c] = static_cast<T>(threadIdx.x + c);
  for (int s = 0; s < steps; ++s) {
#pragma unroll
    for (int c = 0; c < chains; ++c) sum[c] = fma(sum[c], factor, factor);
  }
  T total = 0;
  for (int c = 0; c < chains; ++c) total += sum[c];
  out[blockIdx.x * blockDim.x + threadIdx.x] = total;
}

/// The times of `count` calls of body().
template <class Body>
std::vector<double> measure_times(int count, const Body& body) {
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  std::vector<double> seconds;
  for (int i = 0; i < count; ++i) {
    CHECK(cudaEventRecord(start));
    body();
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float milliseconds = 0;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    seconds.push_back(milliseconds / 1000.0);
  }
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  return seconds;
}

/// The median of 10 calls, after two that raise the clocks.
template <class Body>
double median_seconds(const Body& body) {
  measure_times(2, body);
  std::vector<double> seconds = measure_times(10, body);
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
}

/// A fixed workload: some tenths of a millisecond on all multiprocessors. `memory` has space for
/// its results.
template <class T>
struct Arithmetic {
  static constexpr int threads = 256;
  int blocks = 0;
  T* memory = nullptr;
  Arithmetic(int multiprocessors, void* memory_)
      : blocks(multiprocessors * 8), memory(static_cast<T*>(memory_)) {}
  double flops() const { return 2.0 * chains * steps * blocks * threads; }
  void operator()() const { multiply_add<T><<<blocks, threads>>>(memory, static_cast<T>(0.5)); }
};

struct MeasuredCeilings {
  double bytes_per_second = 0;  // of a copy within the device's memory, reads and writes counted
  double flops_f32 = 0;         // a multiply-add counted twice
  double flops_f64 = 0;
};

inline int count_multiprocessors(int device) {
  int count = 0;
  CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
  return count;
}

/// `device`: the current one.
inline MeasuredCeilings measure_ceilings(int device) {
  std::size_t available = 0, total = 0;
  CHECK(cudaMemGetInfo(&available, &total));
  const int count = count_multiprocessors(device);
  const std::size_t least = static_cast<std::size_t>(count) * 8 * 256 * sizeof(double);
  const std::size_t bytes = std::max(least, std::min(most_bytes, available / 4));
  char *from = nullptr, *to = nullptr;
  CHECK(cudaMalloc(&from, bytes));
  CHECK(cudaMalloc(&to, bytes));
  CHECK(cudaMemset(from, 1, bytes));
  MeasuredCeilings found;
  const double copy =
      median_seconds([&] { CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice)); });
  found.bytes_per_second = 2.0 * static_cast<double>(bytes) / copy;
  const Arithmetic<float> in_float(count, to);
  found.flops_f32 = in_float.flops() / median_seconds(in_float);
  const Arithmetic<double> in_double(count, to);
  found.flops_f64 = in_double.flops() / median_seconds(in_double);
  CHECK(cudaFree(from));
  CHECK(cudaFree(to));
  return found;
}

/// Bytes per second of a copy from pinned host memory to the current device.
inline double measure_host_copies() {
  constexpr std::size_t bytes = on_cpu_engine ? 1 << 16 : std::size_t{64} << 20;
  char *pinned = nullptr, *to = nullptr;
  CHECK(cudaMallocHost(&pinned, bytes));
  CHECK(cudaMalloc(&to, bytes));
  const double seconds =
      median_seconds([&] { CHECK(cudaMemcpyAsync(to, pinned, bytes, cudaMemcpyHostToDevice)); });
  CHECK(cudaFree(to));
  CHECK(cudaFreeHost(pinned));
  return static_cast<double>(bytes) / seconds;
}
