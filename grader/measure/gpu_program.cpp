#include "measure/gpu_program.h"

#include <cstdlib>

#include "lab/fault.h"

namespace warpgrade {

GpuProgram::GpuProgram(const std::filesystem::path& root, const std::filesystem::path& work,
                       const Sandbox& sandbox, const CudaToolkit& toolkit, int capability,
                       const std::string& name)
    : sandbox_(sandbox),
      name_(name),
      executable_(work / (name + "-" + std::to_string(capability))) {
  std::filesystem::create_directories(work);
  Command command;
  command.mounts = {{root / "grader/measure", "/measure", false}, {work, "/out", true}};
  if (toolkit.home != "/usr") command.mounts.push_back({toolkit.home, toolkit.home, false});
  command.environment = {{"PATH", toolkit.nvcc.parent_path().string() + ":/usr/bin:/bin"}};
  command.may_fork = true;
  command.limits.cpu_seconds = 60;
  command.limits.wall_seconds = 120;
  command.limits.processes = 256;
  command.argv = {toolkit.nvcc.string(), "-O3", "-o", "/out/" + executable_.filename().string()};
  for (const std::string& option : toolkit.options_for(capability)) command.argv.push_back(option);
  command.argv.push_back("/measure/" + name + ".cu");
  const Ended ended = sandbox.run(command);
  if (ended.how != Ended::How::exited || ended.code != 0)
    throw GraderError("nvcc cannot build " + name + ".cu: " + ended.output);
}

std::string GpuProgram::run(const std::vector<std::string>& arguments) const {
  Command command;
  const std::string inside = "/" + name_;
  command.mounts = {{executable_, inside, false}};
  command.argv = {inside};
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  command.gpu = true;
  command.limits.cpu_seconds = 60;
  command.limits.wall_seconds = 120;
  command.limits.processes = 256;
  command.limits.memory_bytes = 8ull << 30;
  if (const char* libraries = std::getenv("LD_LIBRARY_PATH"))
    command.environment["LD_LIBRARY_PATH"] = libraries;
  Ended ended = sandbox_.run(command);
  if (ended.how == Ended::How::exited && ended.code == 0) return std::move(ended.output);
  std::string what = std::move(ended.output);
  if (what.empty())
    what = ended.how == Ended::How::wall_limit || ended.how == Ended::How::cpu_limit
               ? "it did not end in time"
               : "it ended without a word";
  throw GraderError(what, "Is the GPU free, and does the driver fit the toolkit?");
}

}  // namespace warpgrade
