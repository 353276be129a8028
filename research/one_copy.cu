// What one call costs that only copies: the least that a call can take which moves so many bytes.
// A device's copying speed is that of long copies; a short one also begins and ends, and part of it
// stays in the cache. Times as in champions.cpp: events around the call, the device at rest before.
// Prints a table in Markdown, medians of 201 calls. Needs a GPU.
//
//   nvcc -std=c++17 -O3 -arch=native -o build/bench/one_copy research/one_copy.cu
//   build/bench/one_copy [MEGABYTES...]      read and written together; default: those of
//                                            matvec-chunk with S = 2^20 in float
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

void must(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  std::exit(3);
}

__global__ void nothing() {}

__global__ void copy(const float4* from, float4* to, std::size_t count) {
  constexpr int at_once = 4;
  const std::size_t all = std::size_t{gridDim.x} * blockDim.x;
  std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  for (; i + (at_once - 1) * all < count; i += at_once * all) {
    float4 held[at_once];
    for (int j = 0; j < at_once; ++j) held[j] = __ldcs(from + i + j * all);
    for (int j = 0; j < at_once; ++j) __stcs(to + i + j * all, held[j]);
  }
  for (; i < count; i += all) __stcs(to + i, from[i]);
}

struct Bench {
  char* from = nullptr;
  char* to = nullptr;
  char* other = nullptr;  // twice the cache's size
  std::size_t other_bytes = 0;
  int blocks = 0;
  cudaEvent_t begin = nullptr, end = nullptr;

  /// Microseconds of `call`.
  template <class Call>
  double time(bool cold, Call call) {
    std::vector<float> all;
    for (int i = 0; i < 201; ++i) {
      if (cold) must(cudaMemsetAsync(other, i, other_bytes));
      must(cudaDeviceSynchronize());
      must(cudaEventRecord(begin));
      call();
      must(cudaEventRecord(end));
      must(cudaEventSynchronize(end));
      float milliseconds;
      must(cudaEventElapsedTime(&milliseconds, begin, end));
      all.push_back(1000 * milliseconds);
    }
    std::nth_element(all.begin(), all.begin() + all.size() / 2, all.end());
    return all[all.size() / 2];
  }
};

}  // namespace

int main(int argc, char** argv) {
  std::vector<double> megabytes;
  for (int i = 1; i < argc; ++i) megabytes.push_back(std::atof(argv[i]));
  if (megabytes.empty())
    for (const int m : {4, 8, 16, 24, 32, 48, 64})
      megabytes.push_back(2.0 * m * (1 << 20) * sizeof(float) / 1e6);
  Bench bench;
  cudaDeviceProp device;
  must(cudaGetDeviceProperties(&device, 0));
  const double most = std::max(2000.0, *std::max_element(megabytes.begin(), megabytes.end()));
  const auto room = static_cast<std::size_t>(most * 1e6 / 2);
  must(cudaMalloc(&bench.from, room));
  must(cudaMalloc(&bench.to, room));
  must(cudaMemset(bench.from, 0, room));
  bench.other_bytes = 2 * static_cast<std::size_t>(device.l2CacheSize);
  must(cudaMalloc(&bench.other, bench.other_bytes));
  must(cudaEventCreate(&bench.begin));
  must(cudaEventCreate(&bench.end));
  bench.blocks = 8 * device.multiProcessorCount;
  const auto by_kernel = [&](std::size_t bytes) {
    copy<<<bench.blocks, 256>>>(reinterpret_cast<const float4*>(bench.from),
                                reinterpret_cast<float4*>(bench.to), bytes / 2 / sizeof(float4));
    must(cudaGetLastError());
  };
  const auto by_runtime = [&](std::size_t bytes) {
    must(cudaMemcpyAsync(bench.to, bench.from, bytes / 2, cudaMemcpyDeviceToDevice));
  };
  const double empty = bench.time(false, [] { nothing<<<1, 1>>>(); });
  const double long_one = bench.time(false, [&] { by_kernel(2 * room); });
  const double speed = 2 * static_cast<double>(room) / long_one;  // bytes in a microsecond
  std::printf(
      "%s. A kernel that does nothing: %.1f µs. A long copy: %.0f GB/s.\n\n"
      "| MB | at that speed, µs | kernel, warm | kernel, cold | cudaMemcpy, warm | cudaMemcpy, "
      "cold | of the speed, best warm |\n"
      "| ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
      device.name, empty, speed / 1000);
  for (const double size : megabytes) {
    const auto bytes = static_cast<std::size_t>(size * 1e6);
    const double ideal = static_cast<double>(bytes) / speed;
    const double warm = bench.time(false, [&] { by_kernel(bytes); });
    const double cold = bench.time(true, [&] { by_kernel(bytes); });
    const double memcpy_warm = bench.time(false, [&] { by_runtime(bytes); });
    const double memcpy_cold = bench.time(true, [&] { by_runtime(bytes); });
    std::printf("| %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %.0f %% |\n", size, ideal, warm, cold,
                memcpy_warm, memcpy_cold, 100 * ideal / std::min(warm, memcpy_warm));
  }
}
