// The name that NVTX had in version 2.
#pragma once

#include "nvtx3/nvToolsExt.h"
