// The name that it had in version 2 of NVTX.
#pragma once

#include "nvtx3/nvToolsExtCudaRt.h"
