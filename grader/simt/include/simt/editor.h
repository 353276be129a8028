// Read by an editor's clang (clangd) before a student's .cu file, so that it understands CUDA
// without a toolkit: the engine's headers replace NVIDIA's, and clang's own CUDA support handles
// launches and the specifiers of functions and variables. Nothing is compiled with it.
// tools/compile_commands.sh writes the options that belong to it.
#pragma once

#if defined __clang__ && defined __CUDA__

#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __forceinline__ inline __attribute__((always_inline))

#include <stdio.h>
#include <time.h>

#include <cstdlib>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

// The following may be called from kernels, too.
#pragma clang force_cuda_host_device begin
#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmath>
#include <cstring>

#include "cooperative_groups.h"
#include "cooperative_groups/reduce.h"
#include "cuda_runtime.h"
#pragma clang force_cuda_host_device end

extern "C" {
__device__ int printf(const char* format, ...);
__device__ void* malloc(size_t bytes);
__device__ void free(void* memory);
__device__ int abs(int x);
__device__ long labs(long x);
__device__ long long llabs(long long x);
// clang turns a launch into a call of this function.
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                     cudaStream_t stream = nullptr);
}

#define __CUDACC__ 1  // code that tests for nvcc means CUDA

#endif
