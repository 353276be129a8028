#include "base/blas_kernels.h"

#include "tests/unit/catch.h"

using warpgrade::better_blas_kernels;

TEST_CASE("OpenBLAS's fallback is replaced on a faster processor") {
  CHECK(better_blas_kernels("Prescott", true, true) == "SkylakeX");
  CHECK(better_blas_kernels("Prescott", true, false) == "Haswell");
  CHECK(better_blas_kernels("Nehalem", true, false) == "Haswell");
  CHECK(better_blas_kernels("Prescott", false, false).empty());
}

TEST_CASE("OpenBLAS's choice for a known processor is kept") {
  for (const char* known :
       {"Zen", "Haswell", "SkylakeX", "Cooperlake", "Sapphirerapids", "Sandybridge"})
    CHECK(better_blas_kernels(known, true, true).empty());
}
