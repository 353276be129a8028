#include "measure/ceilings.h"

#include <cstdlib>
#include <sstream>

#include "lab/fault.h"

namespace warpgrade {

void build_ceilings(const std::filesystem::path& root, const std::filesystem::path& work,
                    const Sandbox& sandbox, const CudaToolkit& toolkit, int capability) {
  std::filesystem::create_directories(work);
  Command command;
  command.mounts = {{root / "grader/measure", "/measure", false}, {work, "/out", true}};
  if (toolkit.home != "/usr") command.mounts.push_back({toolkit.home, toolkit.home, false});
  command.environment = {{"PATH", toolkit.nvcc.parent_path().string() + ":/usr/bin:/bin"}};
  command.may_fork = true;
  command.limits.cpu_seconds = 60;
  command.limits.wall_seconds = 120;
  command.limits.processes = 256;
  command.argv = {toolkit.nvcc.string(), "-O3", "-o", "/out/ceilings"};
  for (const std::string& option : toolkit.options_for(capability)) command.argv.push_back(option);
  command.argv.push_back("/measure/device_ceilings.cu");
  const Ended ended = sandbox.run(command);
  if (ended.how != Ended::How::exited || ended.code != 0)
    throw GraderError("the program that measures the GPU's ceilings does not compile:\n" +
                      ended.output);
}

Ceilings run_ceilings(const std::filesystem::path& work, const Sandbox& sandbox) {
  Command run;
  run.mounts = {{work / "ceilings", "/ceilings", false}};
  run.argv = {"/ceilings"};
  run.gpu = true;
  run.limits.memory_bytes = 8ull << 30;
  if (const char* libraries = std::getenv("LD_LIBRARY_PATH"))
    run.environment["LD_LIBRARY_PATH"] = libraries;
  const Ended ended = sandbox.run(run);
  Ceilings ceilings;
  std::istringstream numbers(ended.output);
  if (ended.how != Ended::How::exited || ended.code != 0 ||
      !(numbers >> ceilings.bytes_per_second >> ceilings.flops_f32 >> ceilings.flops_f64))
    throw GraderError("the GPU's ceilings cannot be measured: " + ended.output,
                      "Is the GPU free, and does the driver fit the toolkit?");
  return ceilings;
}

Ceilings measure_ceilings(const std::filesystem::path& root, const std::filesystem::path& work,
                          const Sandbox& sandbox, const CudaToolkit& toolkit, int capability) {
  build_ceilings(root, work, sandbox, toolkit, capability);
  return run_ceilings(work, sandbox);
}

}  // namespace warpgrade
