// What the device can do at most: the figures that a product's speed is set against.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>

#include "../variants/common.h"  // CHECK
#include "measure/device_figures.cuh"

using Device = DeviceFigures;

inline Device current_device() {
  Device device;
  CHECK(cudaGetDevice(&device.number));
  CHECK(read_figures(device.number, device));
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
