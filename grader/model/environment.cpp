#include "model/environment.h"

#include <sys/utsname.h>

#include <fstream>
#include <thread>

#include "toolchain/installation.h"

namespace warpgrade {
namespace {

/// ARM processors have no name in that file; then returns `machine`, such as "aarch64".
std::string cpu_name(const char* machine) {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  }
  return machine;
}

}  // namespace

std::map<std::string, std::string> describe_environment(const Sandbox& sandbox,
                                                        const std::optional<CudaToolkit>& toolkit,
                                                        const GpuInventory& gpus) {
  utsname system{};
  uname(&system);
  std::map<std::string, std::string> e;
  e["version"] = full_version();
  e["machine"] = system.nodename;
  e["system"] = std::string(system.sysname) + " " + system.release;
  e["cpu"] = cpu_name(system.machine);
  e["cores"] = std::to_string(std::thread::hardware_concurrency());
  if (!gpus.gpus.empty()) e["gpu"] = gpus.gpus.front().name;
  if (!gpus.driver.empty()) e["driver"] = gpus.driver;
  if (toolkit) e["cuda"] = toolkit->version;
  e["compiler"] = "g++ " __VERSION__;
  e["sandbox"] = sandbox.isolates() ? "bubblewrap" : "none";
  return e;
}

}  // namespace warpgrade
