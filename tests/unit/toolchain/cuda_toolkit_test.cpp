#include "toolchain/cuda_toolkit.h"

#include "tests/unit/catch.h"

using namespace warpgrade;

TEST_CASE("programs for kits have machine code for common GPUs and PTX for the rest", "[kit]") {
  CudaToolkit toolkit;
  toolkit.architectures = {75, 80, 86, 87, 89, 90, 100, 103, 120};
  CHECK(toolkit.options_for_kits() ==
        std::vector<std::string>{
            "-gencode=arch=compute_75,code=sm_75", "-gencode=arch=compute_80,code=sm_80",
            "-gencode=arch=compute_86,code=sm_86", "-gencode=arch=compute_89,code=sm_89",
            "-gencode=arch=compute_90a,code=sm_90a", "-gencode=arch=compute_100a,code=sm_100a",
            "-gencode=arch=compute_120a,code=sm_120a", "-gencode=arch=compute_90,code=compute_90"});
}

TEST_CASE("an older toolkit makes what it can for kits", "[kit]") {
  CudaToolkit toolkit;
  toolkit.architectures = {70, 80, 86};
  CHECK(toolkit.options_for_kits() ==
        std::vector<std::string>{"-gencode=arch=compute_80,code=sm_80",
                                 "-gencode=arch=compute_86,code=sm_86",
                                 "-gencode=arch=compute_86,code=compute_86"});
}
