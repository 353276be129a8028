#include "toolchain/resource_usage.h"

#include "tests/catch.h"

using namespace warpgrade;

namespace {

// What nvcc 13.0 -Xptxas -v printed for two kernels, one of them a template.
const char* const output = R"(ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function '_Z2ktILi32EEvPf' for 'sm_90'
ptxas info    : Function properties for _Z2ktILi32EEvPf
    16 bytes stack frame, 4 bytes spill stores, 8 bytes spill loads
ptxas info    : Used 14 registers, used 1 barriers, 128 bytes smem, 400 bytes cmem[0], 24 bytes cmem[2]
ptxas info    : Compile time = 18.067 ms
ptxas info    : Compiling entry function '_Z1kPfi' for 'sm_90'
ptxas info    : Function properties for _Z1kPfi
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 255 registers, used 0 barriers
a.cu(3): warning #177-D: variable "x" was declared but never referenced
)";

}  // namespace

TEST_CASE("ptxas's lines give every kernel's resources") {
  const auto kernels = parse_resource_usage(output);
  REQUIRE(kernels.size() == 2);
  CHECK(kernels[0].kernel == "kt<32>");
  CHECK(kernels[0].registers == 14);
  CHECK(kernels[0].shared_bytes == 128);
  CHECK(kernels[0].constant_bytes == 424);
  CHECK(kernels[0].local_bytes == 16);
  CHECK(kernels[0].spill_bytes == 12);
  CHECK(kernels[0].max_threads == 1024);
  CHECK(kernels[1].kernel == "k");
  CHECK(kernels[1].max_threads == 256);
}

TEST_CASE("what remains for people are the compiler's own messages") {
  CHECK(without_resource_usage(output) ==
        "a.cu(3): warning #177-D: variable \"x\" was declared but never referenced\n");
}

TEST_CASE("registers limit the threads of a block as the programming guide says") {
  CHECK(most_threads(32) == 1024);
  CHECK(most_threads(64) == 1024);
  CHECK(most_threads(65) == 896);
  CHECK(most_threads(128) == 512);
  CHECK(most_threads(255) == 256);
}
