#include "toolchain/resource_usage.h"

#include <filesystem>
#include <fstream>

#include "lab/manifest.h"
#include "tests/unit/catch.h"
#include "toolchain/build.h"
#include "toolchain/installation.h"

using namespace warpgrade;
namespace fs = std::filesystem;

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
)";

}  // namespace

TEST_CASE("every kernel's resources are parsed from ptxas's output") {
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

TEST_CASE("errors and warnings remain without the usage lines") {
  CHECK(without_usage(output) == "");
  const std::string error = "ptxas error   : Entry function 'k' uses too much shared data\n";
  CHECK(without_usage(output + error) == error);
  CHECK(without_usage("ptxas fatal   : no line's end") == "ptxas fatal   : no line's end");
}

TEST_CASE("impossible numbers count as unknown") {
  const auto said = [](const std::string& words) {
    return parse_resource_usage("ptxas info    : Compiling entry function 'k' for 'sm_90'\n" +
                                words)
        .at(0);
  };
  // 2^27 registers a thread are 2^32 a warp.
  CHECK(said("ptxas info : Used 134217728 registers\n").registers == 0);
  CHECK(said("ptxas info : Used 134217728 registers\n").max_threads == 1024);
  CHECK(said("ptxas info : Used 99999999999999999999 registers, 1 bytes smem\n").shared_bytes == 1);
  CHECK(said("Used 0 registers, 99999999999999999999 bytes smem").shared_bytes == 0);
  CHECK(said("Used  registers,  bytes cmem[0]").constant_bytes == 0);
  CHECK(parse_resource_usage("ptxas info : Used 7 registers\n").empty());
}

TEST_CASE("registers limit block sizes as in the programming guide") {
  CHECK(most_threads(32) == 1024);
  CHECK(most_threads(64) == 1024);
  CHECK(most_threads(65) == 896);
  CHECK(most_threads(128) == 512);
  CHECK(most_threads(255) == 256);
  for (const int registers : {-2147483647, -1, 0, 256, 134217728, 2147483647})
    CHECK(most_threads(registers) == 1024);
}

TEST_CASE("linked and unlinked builds have the same resources") {
  const auto toolkit = find_cuda_toolkit();
  if (!toolkit) {
    WARN("skipped: no nvcc");
    return;
  }
  const fs::path root = fs::current_path();
  const Workspace workspace;
  const fs::path submission = workspace.path() / "submission";
  fs::create_directories(submission);
  std::ofstream(submission / "dot.cu")
      << "#include \"dot.h\"\n__global__ void halve(real* x) { *x = *x / 2; }\n";
  const Sandbox isolating(root, true), bare(root, false);
  const Sandbox& sandbox = isolating.isolates() ? isolating : bare;
  const Lab lab = load_lab(root, "dot");
  const Source source = submitted(lab, submission, {});
  const Toolchain toolchain(root, workspace.path() / "work", sandbox);
  CHECK(toolchain.read_resources(lab, source, *toolkit, 90).empty());  // not built yet
  const auto alone = toolchain.build_cuda(lab, source, Real::f32, *toolkit, 90, false).resources;
  const Build linked = toolchain.build_cuda(lab, source, Real::f32, *toolkit, 90, true);
  INFO(linked.output);
  REQUIRE(linked.verdict == Verdict::ok);
  CHECK(linked.resources.empty());
  const auto found = toolchain.read_resources(lab, source, *toolkit, 90);
  REQUIRE(found.size() == 1);
  REQUIRE(alone.size() == 1);
  CHECK(found[0].kernel == alone[0].kernel);
  CHECK(found[0].registers == alone[0].registers);
  CHECK(found[0].registers > 0);
}
