// Needs: tests/submissions

// What is forbidden is the same on both backends, and told for each task.
#include <set>

#include "lab/manifest.h"
#include "tests/unit/catch.h"
#include "toolchain/build.h"
#include "toolchain/installation.h"

using namespace warpgrade;

namespace {

using Used = std::set<std::string>;

/// A submission of matmul's corpus, built here.
class Entry {
 public:
  explicit Entry(const std::string& name)
      : source_(submitted(lab_, "tests/submissions/matmul/" + name, {})) {}

  Build on_cpu() const { return tools_.build_cpu(lab_, source_, Real::f32, CpuMode::fast); }
  Build on_gpu(const CudaToolkit& toolkit, bool link) const {
    return tools_.build_cuda(lab_, source_, Real::f32, toolkit, 80, link);
  }

 private:
  const Lab lab_ = load_lab(std::filesystem::current_path(), "matmul");
  const Workspace workspace_;
  const Sandbox sandbox_{std::filesystem::current_path(), true};
  const Toolchain tools_{std::filesystem::current_path(), workspace_.path(), sandbox_};
  const Source source_;
};

Used used(const Build& build, const std::string& entry) {
  Used names;
  for (const LibraryUse& use : build.libraries.at(entry)) names.insert(use.library);
  return names;
}

}  // namespace

TEST_CASE("One task's forbidden library leaves the others their program, on either backend") {
  const Entry entry("ok_another_task_uses_a_library");
  std::vector<Build> builds = {entry.on_cpu()};
  const auto toolkit = find_cuda_toolkit();
  if (toolkit)
    builds.push_back(entry.on_gpu(*toolkit, true));
  else
    WARN("skipped on the GPU's side: there is no nvcc");
  for (const Build& build : builds) {
    INFO(build.output);
    CHECK(build.verdict == Verdict::ok);
    CHECK(std::filesystem::exists(build.executable));
    CHECK(used(build, "matmul_naive") == Used{});
    CHECK(used(build, "matmul_best") == Used{"cublas", "dlopen"});
  }
}

TEST_CASE("A header of Thrust counts for the task that runs its code") {
  const auto toolkit = find_cuda_toolkit();
  if (!toolkit) {
    WARN("skipped: there is no nvcc");
    return;
  }
  const Build build = Entry("pending_thrust_in_another_task").on_gpu(*toolkit, false);
  INFO(build.output);
  CHECK(build.verdict == Verdict::ok);
  CHECK(used(build, "matmul_naive") == Used{});
  CHECK(used(build, "matmul_tiled").count("thrust") == 1);
}

TEST_CASE("Names that look like a library's are free, on either backend") {
  const Entry entry("ok_names_of_libraries");
  CHECK(used(entry.on_cpu(), "matmul_naive") == Used{});
  if (const auto toolkit = find_cuda_toolkit())
    CHECK(used(entry.on_gpu(*toolkit, true), "matmul_naive") == Used{});
}
