// The driver API is not offered; programs include this for CUDA_VERSION.
#pragma once

#include "cuda_runtime_api.h"
