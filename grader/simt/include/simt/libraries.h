// What CUB and Thrust (NVIDIA's libraries of headers, from 1.15 on) take for granted of a compiler.
// simtcc includes this where they are at hand.
#pragma once

#include "simt/functions.h"
#include "simt/thread.h"

// They know a compiler that makes the host's and the device's code in one go, nvc++, by these
// names. It decides at run time where it is. Its value, which they also ask for, would do without
// half numbers.
#define _NVHPC_CUDA 0
#define __NVCOMPILER_CUDA_ARCH__ 900
#define __builtin_is_device_code() ::simt::detail::in_kernel()

// Kernels that launch kernels: their entry points are there to be named, and always refuse.
#define __CUDACC_RDC__ 1
inline void* cudaGetParameterBuffer(size_t, size_t) { return nullptr; }
inline cudaError_t cudaLaunchDevice(void*, void*, dim3, dim3, unsigned int, cudaStream_t) {
  return cudaErrorNotSupported;
}
inline cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance() { return cudaErrorNotSupported; }
