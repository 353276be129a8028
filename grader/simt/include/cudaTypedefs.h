// Types of the driver's functions that cudaGetDriverEntryPoint can find.
#pragma once

#include "cuda.h"

typedef CUresult (*PFN_cuTensorMapEncodeTiled_v12000)(CUtensorMap*, CUtensorMapDataType, cuuint32_t,
                                                      void*, const cuuint64_t*, const cuuint64_t*,
                                                      const cuuint32_t*, const cuuint32_t*,
                                                      CUtensorMapInterleave, CUtensorMapSwizzle,
                                                      CUtensorMapL2promotion,
                                                      CUtensorMapFloatOOBfill);
typedef PFN_cuTensorMapEncodeTiled_v12000 PFN_cuTensorMapEncodeTiled;
typedef CUresult (*PFN_cuTensorMapReplaceAddress_v12000)(CUtensorMap*, void*);
typedef PFN_cuTensorMapReplaceAddress_v12000 PFN_cuTensorMapReplaceAddress;
