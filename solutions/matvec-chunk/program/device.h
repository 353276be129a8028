// What the device can do at most: the figures that a product's speed is set against.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>

#include "../versions/common.h"  // CHECK

/// Without nvcc, the CPU engine runs the kernels: then the figures are those of the device that it
/// imitates, and times are the CPU's.
#ifdef __NVCC__
constexpr bool on_cpu_engine = false;
#else
constexpr bool on_cpu_engine = true;
#endif

struct Device {
  int number = 0;
  cudaDeviceProp properties = {};
  double clock = 0;           // Hz
  double bandwidth = 0;       // bytes a second, peak
  int shared_on_request = 0;  // bytes a block may have when it asks for them
  int cores = 0;              // float units of a multiprocessor
  int cores_double = 0;
  double multiply_adds(int cores_used) const {  // a second
    return cores_used * clock * properties.multiProcessorCount;
  }
};

/// Float multiply-adds that a multiprocessor does in a clock: CUDA C++ Programming Guide, section
/// "Arithmetic Instructions", by compute capability. 128 where that is not known.
inline int float_cores(int major, int minor) {
  if (major == 3) return 192;
  if ((major == 6 && minor == 0) || major == 7 || (major == 8 && minor == 0)) return 64;
  return 128;
}

inline Device current_device() {
  Device device;
  CHECK(cudaGetDevice(&device.number));
  CHECK(cudaGetDeviceProperties(&device.properties, device.number));
  // CUDA 13 has the clocks as attributes only.
  const auto attribute = [&](cudaDeviceAttr which) {
    int value = 0;
    CHECK(cudaDeviceGetAttribute(&value, which, device.number));
    return value;
  };
  device.clock = 1e3 * attribute(cudaDevAttrClockRate);  // it is in kHz
  // Two transfers a clock on each line of the bus.
  device.bandwidth = 2e3 * attribute(cudaDevAttrMemoryClockRate) *
                     (attribute(cudaDevAttrGlobalMemoryBusWidth) / 8);
  device.shared_on_request = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  device.cores = float_cores(device.properties.major, device.properties.minor);
  device.cores_double =
      device.cores / std::max(1, attribute(cudaDevAttrSingleToDoublePrecisionPerfRatio));
  return device;
}

inline void print(const Device& device) {
  const cudaDeviceProp& p = device.properties;
  const auto kib = [](std::size_t bytes) { return static_cast<double>(bytes) / 1024; };
  const double peak_float = device.multiply_adds(device.cores);
  const double peak_double = device.multiply_adds(device.cores_double);
  const double ratio_float = peak_float / (device.bandwidth / sizeof(float));
  const double ratio_double = peak_double / (device.bandwidth / sizeof(double));
  std::printf("Device\n");
  std::printf("  %-30s %s\n", "name", p.name);
  std::printf("  %-30s %.0f MHz\n", "clock", device.clock / 1e6);
  std::printf("  %-30s %.1f GiB\n", "global memory", kib(p.totalGlobalMem) / (1 << 20));
  std::printf("  %-30s %.1f MiB\n", "L2 cache", p.l2CacheSize / 1048576.0);
  std::printf("  %-30s %.1f GB/s\n", "memory bandwidth, peak", device.bandwidth / 1e9);
  std::printf("  %-30s %d.%d\n", "compute capability", p.major, p.minor);
  std::printf("  %-30s %d\n", "multiprocessors", p.multiProcessorCount);
  std::printf("  %-30s %d float, %d double\n", "cores per multiprocessor", device.cores,
              device.cores_double);
  std::printf("  %-30s %d\n", "threads per block", p.maxThreadsPerBlock);
  std::printf("  %-30s %.0f KiB, %.0f KiB on request\n", "shared memory per block",
              kib(p.sharedMemPerBlock), device.shared_on_request / 1024.0);
  std::printf("  %-30s %.0f KiB\n", "constant memory", kib(p.totalConstMem));
  std::printf("  %-30s %d\n", "registers per block", p.regsPerBlock);
  std::printf("  %-30s %.1f GFLOP/s (a multiply-add counted once)\n", "peak, float",
              peak_float / 1e9);
  std::printf("  %-30s %.1f GFLOP/s (a multiply-add counted once)\n", "peak, double",
              peak_double / 1e9);
  // A product does M·N multiply-adds for M + N elements moved: N/2 for each when M = N.
  const auto print_ratio = [](const char* label, const char* type, double ratio) {
    std::printf("  %-30s %.1f multiply-adds per %s moved: bound by memory below M = N = %.0f\n",
                label, ratio, type, 2 * ratio);
  };
  print_ratio("computation to communication", "float", ratio_float);
  print_ratio("", "double", ratio_double);
  if (on_cpu_engine) {
    std::printf(
        "  No GPU: the CPU engine runs the kernels. These figures are those of the device that it\n"
        "  imitates; the times below are the CPU's.\n");
  }
}
