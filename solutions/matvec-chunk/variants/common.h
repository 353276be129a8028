// The solution, once, for files that include several variants.
#pragma once

#include "../matvec-chunk.cu"
