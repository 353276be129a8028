// Headers of NVIDIA's that are not there.
//
// Each #include is tried alone: the first one that is missing ends a compilation. Where NVIDIA's
// toolkit is on the compiler's path they are found, and what they include in turn is refused.

// ONE BY ONE

#include <crt/host_defines.h>          // REFUSED header files
#include <crt/mma.h>                   // REFUSED tensor cores
#include <cublasLt.h>                  // REFUSED library
#include <cublas_v2.h>                 // REFUSED library
#include <cudaProfiler.h>              // REFUSED driver API
#include <cuda_awbarrier.h>            // REFUSED asynchronous
#include <cuda_fp4.h>                  // REFUSED number types
#include <cuda_fp6.h>                  // REFUSED number types
#include <cudnn.h>                     // REFUSED library
#include <cufft.h>                     // REFUSED library
#include <curand.h>                    // REFUSED library
#include <cusolverDn.h>                // REFUSED library
#include <cusparse.h>                  // REFUSED library
#include <cutlass/gemm/device/gemm.h>  // REFUSED library
#include <nccl.h>                      // REFUSED library
#include <npp.h>                       // REFUSED library
#include <nppi.h>                      // REFUSED library
#include <npps.h>                      // REFUSED library
#include <nvrtc.h>                     // REFUSED library
#include <nvtx3/nvToolsExtCuda.h>      // REFUSED NVTX
#include <sm_20_intrinsics.h>          // REFUSED header files
#include <sm_60_atomic_functions.h>    // REFUSED header files
#include <cuda/std/linalg>             // REFUSED libcu++
#include <cute/tensor.hpp>             // REFUSED library
#include <nv/detail/__target_macros>   // REFUSED libcu++
