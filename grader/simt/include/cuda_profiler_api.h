// Profiler control, which has no effect here.
#pragma once

#include "cuda_runtime_api.h"
