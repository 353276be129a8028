#include "toolchain/cuda_toolkit.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "toolchain/tool_output.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

std::vector<fs::path> candidates() {
  std::vector<fs::path> found;
  if (const char* home = std::getenv("CUDA_HOME"); home != nullptr && *home != '\0') {
    found.push_back(fs::path(home) / "bin/nvcc");
  }
  std::istringstream path(std::getenv("PATH") != nullptr ? std::getenv("PATH") : "");
  for (std::string folder; std::getline(path, folder, ':');) {
    if (!folder.empty()) found.push_back(fs::path(folder) / "nvcc");
  }
  found.push_back("/usr/local/cuda/bin/nvcc");
  return found;
}

/// From 9.0 on, devices have instructions without forward compatibility (wgmma), which nvcc accepts
/// if the architecture's name ends with "a". Programs built here only run on this machine.
std::string architecture_name(int capability) {
  return std::to_string(capability) + (capability >= 90 ? "a" : "");
}

}  // namespace

std::vector<std::string> CudaToolkit::options_for(int capability) const {
  if (std::find(architectures.begin(), architectures.end(), capability) != architectures.end()) {
    // In this form, because -arch=sm_90a also compiles for plain 9.0.
    const std::string name = architecture_name(capability);
    return {"-gencode=arch=compute_" + name + ",code=sm_" + name};
  }
  return ptx_options_for(capability);
}

std::vector<std::string> CudaToolkit::ptx_options_for(int capability) const {
  int best = architectures.empty() ? capability : architectures.front();
  for (const int a : architectures) {
    if (a <= capability) best = std::max(best, a);
  }
  const std::string ptx =
      "compute_" + (best == capability ? architecture_name(best) : std::to_string(best));
  return {"-gencode", "arch=" + ptx + ",code=" + ptx};
}

std::vector<std::string> CudaToolkit::options_for_kits() const {
  std::vector<std::string> options;
  for (const int capability : {75, 80, 86, 89, 90, 100, 120})
    if (std::find(architectures.begin(), architectures.end(), capability) != architectures.end())
      options.push_back(options_for(capability).front());
  // From 9.0 on, machine code runs on one capability only: 10.3 needs PTX, too.
  const int oldest = architectures.empty() ? 90 : std::min(architectures.back(), 90);
  const std::string ptx = "compute_" + std::to_string(oldest);
  options.push_back("-gencode=arch=" + ptx + ",code=" + ptx);
  return options;
}

std::optional<CudaToolkit> find_cuda_toolkit() {
  for (const auto& candidate : candidates()) {
    std::error_code error;
    const fs::path nvcc = fs::canonical(candidate, error);
    if (error || access(nvcc.c_str(), X_OK) != 0) continue;
    CudaToolkit toolkit;
    toolkit.nvcc = nvcc;
    toolkit.home = nvcc.parent_path().parent_path();
    toolkit.words = tool_output(nvcc, "--version");
    // "Cuda compilation tools, release 13.0, V13.0.88"
    const std::string before = "release ";
    if (const auto at = toolkit.words.find(before); at != toolkit.words.npos) {
      const auto begin = at + before.size();
      toolkit.version = toolkit.words.substr(
          begin, toolkit.words.find_first_not_of("0123456789.", begin) - begin);
    }
    if (toolkit.version.empty()) continue;
    std::istringstream listed(tool_output(nvcc, "--list-gpu-arch"));
    for (std::string line; std::getline(listed, line);) {
      if (line.rfind("compute_", 0) == 0)
        toolkit.architectures.push_back(std::atoi(line.c_str() + 8));
    }
    std::sort(toolkit.architectures.begin(), toolkit.architectures.end());
    return toolkit;
  }
  return std::nullopt;
}

}  // namespace warpgrade
