// Empty: kernels that launch kernels need nothing more here.
#pragma once

#include "cuda_runtime.h"
