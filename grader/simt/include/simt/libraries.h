// Macros and functions that CUB and Thrust (NVIDIA's header libraries, from 1.15 on) require of a
// compiler. simtcc includes this if they are available.
#pragma once

#include "simt/functions.h"
#include "simt/thread.h"

// These macros identify nvc++, a compiler that generates host and device code in one pass: the
// libraries then decide at run time where they run. They also test its value, which would disable
// half-precision numbers.
#define _NVHPC_CUDA 0
#define __NVCOMPILER_CUDA_ARCH__ 900
#define __builtin_is_device_code() ::simt::detail::in_kernel()

// Dynamic parallelism: its entry points exist so that they can be named, and always refuse.
#define __CUDACC_RDC__ 1
inline void* cudaGetParameterBuffer(size_t, size_t) { return nullptr; }
inline cudaError_t cudaLaunchDevice(void*, void*, dim3, dim3, unsigned int, cudaStream_t) {
  return cudaErrorNotSupported;
}
inline cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance() { return cudaErrorNotSupported; }
