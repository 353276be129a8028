// The solution, once, for files that include several versions.
#pragma once

#include "../matvec-chunk.cu"
