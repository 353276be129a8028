// NVTX under its name in version 2.
#pragma once

#include "nvtx3/nvToolsExt.h"
