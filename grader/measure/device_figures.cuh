// Limits of a device from its data sheet.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>

/// Without nvcc, the CPU engine runs the kernels: then the figures are those of the simulated
/// device, and times are the CPU's.
#ifndef __SIMTCC__
constexpr bool on_cpu_engine = false;
#else
constexpr bool on_cpu_engine = true;
#endif

struct DeviceFigures {
  int number = 0;
  cudaDeviceProp properties = {};
  double clock = 0;           // Hz
  double bandwidth = 0;       // bytes a second, peak
  int shared_on_request = 0;  // limit per block with opt-in, in bytes
  int cores = 0;              // float units of a multiprocessor
  int cores_double = 0;
  double multiply_adds(int cores_used) const {  // per second
    return cores_used * clock * properties.multiProcessorCount;
  }
};

/// Float multiply-adds per multiprocessor and clock: CUDA C++ Programming Guide, section
/// "Arithmetic Instructions", by compute capability. 128 if unknown.
inline int float_cores(int major, int minor) {
  if (major == 3) return 192;
  if ((major == 6 && minor == 0) || major == 7 || (major == 8 && minor == 0)) return 64;
  return 128;
}

/// For the device with that number. Returns the first error, if any.
inline cudaError_t read_figures(int number, DeviceFigures& device) {
  device.number = number;
  cudaError_t error = cudaGetDeviceProperties(&device.properties, number);
  // CUDA 13 has the clocks as attributes only.
  const auto attribute = [&](cudaDeviceAttr which) {
    int value = 0;
    if (error == cudaSuccess) error = cudaDeviceGetAttribute(&value, which, number);
    return value;
  };
  device.clock = 1e3 * attribute(cudaDevAttrClockRate);  // it is in kHz
  // The memory bus makes two transfers per clock and line.
  device.bandwidth = 2e3 * attribute(cudaDevAttrMemoryClockRate) *
                     (attribute(cudaDevAttrGlobalMemoryBusWidth) / 8);
  device.shared_on_request = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  device.cores = float_cores(device.properties.major, device.properties.minor);
  device.cores_double =
      device.cores / std::max(1, attribute(cudaDevAttrSingleToDoublePrecisionPerfRatio));
  return error;
}
