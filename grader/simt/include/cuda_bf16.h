// bfloat16: the upper half of a float.
#pragma once

#define __CUDA_BF16_H__
#define __CUDA_BF16_TYPES_EXIST__

#include <cuda_fp16.h>

#define SIMT_N __nv_bfloat16
#define SIMT_N2 __nv_bfloat162
#define SIMT_N_RAW __nv_bfloat16_raw
#define SIMT_N2_RAW __nv_bfloat162_raw
#define SIMT_FORMAT Bfloat16Format
#define SIMT_NAMED(a, b) a##bfloat16##b
#define SIMT_PAIR_OF_ONE __bfloat162bfloat162
#define SIMT_OTHER __half
#ifdef __CUDA_NO_BFLOAT16_CONVERSIONS__
#define SIMT_NO_CONVERSIONS
#endif
#if defined __CUDA_NO_BFLOAT16_OPERATORS__ || defined __CUDA_NO_BFLOAT162_OPERATORS__
#define SIMT_NO_OPERATORS
#endif
#include "simt/numbers16.inc"

#ifndef __CUDA_NO_HALF_CONVERSIONS__
[[gnu::always_inline]] inline __half::__half(__nv_bfloat16 other)
    : __half(__bfloat162float(other)) {}
#endif
#ifndef __CUDA_NO_BFLOAT16_CONVERSIONS__
[[gnu::always_inline]] inline __nv_bfloat16::__nv_bfloat16(__half other)
    : __nv_bfloat16(__half2float(other)) {}
#endif

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#define CUDART_INF_BF16 __ushort_as_bfloat16(0x7f80)
#define CUDART_NAN_BF16 __ushort_as_bfloat16(0x7fff)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(0x0001)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7f7f)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(0x8000)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(0x0000)
#define CUDART_ONE_BF16 __ushort_as_bfloat16(0x3f80)
