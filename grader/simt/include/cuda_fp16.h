// Half-precision numbers (IEEE 754 binary16).
#pragma once

#define __CUDA_FP16_H__
#define __CUDA_FP16_TYPES_EXIST__

#include <cuda_runtime.h>

#include "simt/small_floats.h"

struct __half;
struct __nv_bfloat16;

#define SIMT_N __half
#define SIMT_N2 __half2
#define SIMT_N_RAW __half_raw
#define SIMT_N2_RAW __half2_raw
#define SIMT_FORMAT HalfFormat
#define SIMT_NAMED(a, b) a##half##b
#define SIMT_PAIR_OF_ONE __half2half2
#define SIMT_OTHER __nv_bfloat16
#ifdef __CUDA_NO_HALF_CONVERSIONS__
#define SIMT_NO_CONVERSIONS
#endif
#if defined __CUDA_NO_HALF_OPERATORS__ || defined __CUDA_NO_HALF2_OPERATORS__
#define SIMT_NO_OPERATORS
#endif
#include "simt/numbers16.inc"

typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;

#define CUDART_INF_FP16 __ushort_as_half(0x7c00)
#define CUDART_NAN_FP16 __ushort_as_half(0x7fff)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(0x0001)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(0x8000)
#define CUDART_ZERO_FP16 __ushort_as_half(0x0000)
#define CUDART_ONE_FP16 __ushort_as_half(0x3c00)
