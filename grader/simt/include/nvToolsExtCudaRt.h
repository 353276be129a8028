// NVTX names of CUDA objects, under the header's name in version 2.
#pragma once

#include "nvtx3/nvToolsExtCudaRt.h"
