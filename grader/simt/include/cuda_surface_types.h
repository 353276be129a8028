// All of CUDA C++ comes with cuda_runtime.h.
#pragma once

#include "cuda_runtime.h"
