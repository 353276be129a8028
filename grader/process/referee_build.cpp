#include "process/referee_build.h"

#include <functional>
#include <string>
#include <vector>

#include "base/fault.h"
#include "base/parallel_for.h"
#include "toolchain/build_cache.h"

namespace warpgrade {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// nvcc's runs for one referee, each in a work folder of its own.
class RefereeBuild {
 public:
  RefereeBuild(const Machine& machine, const Lab& lab, Real real)
      : machine_(machine), lab_(lab), real_(real) {}

  fs::path run() const {
    const Mount lab{lab_.folder, "/lab", false};
    if (!fs::exists(lab_.folder / "referee.cu")) {
      const fs::path common = object("common", {"/grader/referee/referee.cu"}, {});
      return program({{common, "/common.o", false}}, {"/common.o"});
    }
    // Labs share the common object, which takes longer than most labs' halves.
    fs::path common, half;
    run_all({[&] {
               common =
                   object("common-with-lab",
                          {"-DWARPGRADE_HAS_DEVICE_REFERENCE", "/grader/referee/referee.cu"}, {});
             },
             [&] { half = object(lab_.name, {"/lab/referee.cu"}, {lab}); }});
    return program({{common, "/common.o", false}, {half, "/half.o", false}},
                   {"/common.o", "/half.o", "-lcublas", "-lcusolver"});
  }

 private:
  /// -O1 is about the host's code, most of which waits; nvcc optimizes kernels fully.
  fs::path object(const std::string& what, Words words, std::vector<Mount> mounts) const {
    words.insert(words.begin(), {"-std=c++17", "-O1", "-fmad=false", "-I/grader",
                                 "-DWARPGRADE_REAL=" + std::string(name(real_)), "-c"});
    mounts.push_back({machine_.root / "grader/referee", "/grader/referee", false});
    mounts.push_back({machine_.root / "grader/measure", "/grader/measure", false});
    return made(what, "referee.o", words, mounts);
  }

  fs::path program(const std::vector<Mount>& mounts, Words words) const {
    words.push_back("-ldl");
    return made(lab_.name + "-linked", "referee", words, mounts);
  }

  /// `file`, made by nvcc with these arguments in the folder `what`.
  fs::path made(const std::string& what, const std::string& file, const Words& words,
                const std::vector<Mount>& mounts) const {
    const Machine machine = machine_.in(what);
    const CudaToolkit& toolkit = machine.toolkit.value();
    Command command = own_nvcc(toolkit, machine.capability, machine.work / file);
    command.argv.insert(command.argv.end(), words.begin(), words.end());
    command.mounts.insert(command.mounts.end(), mounts.begin(), mounts.end());
    const CompilerRun run =
        BuildCache(machine.root)
            .compile(machine.sandbox, command, "referee-" + what, machine.work / file, &toolkit);
    if (!run.succeeded())
      throw GraderError("nvcc cannot build the referee of " + lab_.name + ": " + run.output);
    return machine.work / file;
  }

  const Machine& machine_;
  const Lab& lab_;
  const Real real_;
};

}  // namespace

fs::path build_referee(const Machine& machine, const Lab& lab, Real real) {
  return RefereeBuild(machine, lab, real).run();
}

}  // namespace warpgrade
