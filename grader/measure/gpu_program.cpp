#include "measure/gpu_program.h"

#include <cstdlib>

#include "base/fault.h"
#include "base/utf8.h"
#include "toolchain/build_cache.h"
#include "toolchain/compiler_run.h"

namespace warpgrade {

void build_gpu_program(const std::filesystem::path& root, const std::string& name,
                       const std::filesystem::path& executable, const Sandbox& sandbox,
                       const CudaToolkit& toolkit, int capability, bool anew) {
  std::filesystem::create_directories(executable.parent_path());
  Command command = own_nvcc(toolkit, capability, executable);
  command.mounts.push_back({root / "grader/measure", "/measure", false});
  command.argv.push_back("-O3");
  command.argv.push_back("/measure/" + name + ".cu");
  const CompilerRun run =
      anew ? run_compiler(sandbox, command, executable.parent_path())
           : BuildCache(root).compile(sandbox, command, name, executable, &toolkit);
  if (!run.succeeded()) throw GraderError("nvcc cannot build " + name + ".cu: " + run.output);
}

std::string run_gpu_program(const std::filesystem::path& executable, const Sandbox& sandbox,
                            const std::vector<std::string>& arguments) {
  Command command;
  const std::string inside = "/" + executable.filename().string();
  command.mounts = {{executable, inside, false}};
  command.argv = {inside};
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  command.gpu = true;
  command.limits.cpu_seconds = 60;
  command.limits.wall_seconds = 120;
  command.limits.processes = 256;
  command.limits.memory_bytes = 8ull << 30;
  if (const char* libraries = std::getenv("LD_LIBRARY_PATH"))
    command.environment["LD_LIBRARY_PATH"] = libraries;
  Ended ended = sandbox.run(command);
  if (ended.how == Ended::How::exited && ended.code == 0) return std::move(ended.output);
  std::string what = plain_lines(ended.output, command.limits.output_bytes);
  if (what.empty())
    what = ended.how == Ended::How::wall_limit || ended.how == Ended::How::cpu_limit
               ? "it did not end in time"
               : "it ended without a word";
  throw GraderError(what, "Is the GPU free, and does the driver fit the toolkit?");
}

}  // namespace warpgrade
