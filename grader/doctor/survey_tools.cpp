#include <cblas.h>
#include <stdio.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>

#include "doctor/survey.h"
#include "sandbox/bubblewrap.h"

namespace warpgrade::doctor {
namespace fs = std::filesystem;
namespace {

/// The first line that a command prints; empty if it fails.
std::string first_line(const std::string& command) {
  FILE* pipe = popen((command + " 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) return {};
  char buffer[512] = {};
  const std::size_t got = fread(buffer, 1, sizeof buffer - 1, pipe);
  char rest[512];
  while (fread(rest, 1, sizeof rest, pipe) > 0) {
  }
  if (pclose(pipe) != 0) return {};
  const std::string text(buffer, got);
  return text.substr(0, text.find('\n'));
}

/// The path of a program, searched in PATH and then in `folder`; empty if not found.
std::string find_program(const std::string& program, const fs::path& folder) {
  std::istringstream path(std::getenv("PATH") != nullptr ? std::getenv("PATH") : "");
  std::vector<fs::path> folders;
  for (std::string one; std::getline(path, one, ':');)
    if (!one.empty()) folders.push_back(one);
  if (!folder.empty()) folders.push_back(folder);
  for (const fs::path& one : folders)
    if (access((one / program).c_str(), X_OK) == 0) return (one / program).string();
  return {};
}

std::string header_in(const fs::path& home, const std::string& name) {
  std::error_code ignored;
  const fs::path path = home / "include" / name;
  return fs::exists(path, ignored) ? path.string() : "";
}

}  // namespace

void survey_tools(Machine& machine, const fs::path& root) {
  const std::string version = first_line("/usr/bin/g++ -dumpfullversion -dumpversion");
  if (!version.empty()) machine.compiler = version;
  machine.toolkit = find_cuda_toolkit();

  const std::string bubblewrap = find_bubblewrap(root).program;
  machine.tools.push_back({"bubblewrap", bubblewrap, "the sandbox", true});
  const std::string blas = openblas_get_config();
  machine.tools.push_back({"OpenBLAS", blas.substr(0, blas.find(' ', 9)), "right answers", true});
  const fs::path home = machine.toolkit ? machine.toolkit->home : fs::path();
  if (machine.toolkit) {
    machine.tools.push_back({"cuBLAS", header_in(home, "cublas_v2.h"), "comparisons", false});
    machine.tools.push_back({"cuSOLVER", header_in(home, "cusolverDn.h"), "comparisons", false});
    machine.tools.push_back({"ncu", find_program("ncu", home / "bin"), "profiles", false});
  }
  machine.tools.push_back({"gnuplot", find_program("gnuplot", {}), "plots", false});
  machine.tools.push_back({"pandoc", find_program("pandoc", {}), "handouts", false});
}

}  // namespace warpgrade::doctor
