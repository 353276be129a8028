#include "process/referee_build.h"

#include <algorithm>
#include <filesystem>
#include <string>

#include "lab/manifest.h"
#include "tests/unit/catch.h"
#include "toolchain/installation.h"

using namespace warpgrade;
namespace fs = std::filesystem;

TEST_CASE("labs share the referee's common object") {
  const auto toolkit = find_cuda_toolkit();
  if (!toolkit) {
    WARN("skipped: no nvcc");
    return;
  }
  const Workspace root, work;
  for (const char* part : {"grader/referee", "grader/measure"}) {
    fs::create_directories(root.path() / part);
    fs::copy(find_root() / part, root.path() / part);
  }
  const Sandbox isolating(find_root(), true), bare(find_root(), false);
  const Machine machine{root.path(), isolating.isolates() ? isolating : bare, toolkit, 90,
                        work.path()};
  for (const char* lab : {"dot", "matvec-chunk"})
    CHECK(fs::exists(build_referee(machine.in(lab), load_lab(find_root(), lab), Real::f32)));
  const auto kept = [&](const std::string& name) {
    return std::count_if(
        fs::directory_iterator(root.path() / "build/cache"), {},
        [&](const auto& entry) { return entry.path().filename().string().starts_with(name); });
  };
  CHECK(kept("referee-common") == 1);
  CHECK(kept("referee-") == 5);
}
