// threadIdx, blockIdx, blockDim, gridDim, warpSize.
#pragma once

#include "simt/thread.h"
