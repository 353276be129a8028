#include "profile/nsight.h"

#include <stdio.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "profile/nsight_csv.h"

namespace warpgrade {
namespace {

namespace fs = std::filesystem;

constexpr int oldest_year = 2022;

/// Installed next to toolkits, one folder per version: the newest first.
void add_installed(std::vector<fs::path>& candidates, const fs::path& folder,
                   const std::string& prefix) {
  std::vector<fs::path> found;
  std::error_code ignored;
  for (fs::directory_iterator at(folder, ignored), end; at != end; at.increment(ignored)) {
    if (at->path().filename().string().rfind(prefix, 0) == 0) found.push_back(at->path() / "ncu");
  }
  std::sort(found.rbegin(), found.rend());
  candidates.insert(candidates.end(), found.begin(), found.end());
}

std::vector<fs::path> nsight_candidates(const std::optional<CudaToolkit>& toolkit) {
  std::vector<fs::path> candidates;
  std::istringstream path(std::getenv("PATH") != nullptr ? std::getenv("PATH") : "");
  for (std::string folder; std::getline(path, folder, ':');)
    if (!folder.empty()) candidates.push_back(fs::path(folder) / "ncu");
  if (toolkit) {
    candidates.push_back(toolkit->home / "bin/ncu");
    add_installed(candidates, toolkit->home, "nsight-compute");
  }
  add_installed(candidates, "/opt/nvidia/nsight-compute", "20");
  return candidates;
}

/// Finds "Version 2025.3.1.0 (build ...)" in its output.
std::string read_version(const fs::path& program) {
  std::string quoted = "'";
  for (const char c : program.string())
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  FILE* pipe = popen((quoted + "' --version 2>/dev/null </dev/null").c_str(), "r");
  if (pipe == nullptr) return {};
  std::string printed;
  char buffer[1024];
  for (std::size_t n; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) printed.append(buffer, n);
  if (pclose(pipe) != 0) return {};
  const std::string before = "Version ";
  const auto at = printed.find(before);
  if (at == printed.npos) return {};
  const auto begin = at + before.size();
  return printed.substr(begin, printed.find_first_not_of("0123456789.", begin) - begin);
}

}  // namespace

std::optional<Nsight> find_nsight(const std::optional<CudaToolkit>& toolkit) {
  for (const fs::path& candidate : nsight_candidates(toolkit)) {
    if (access(candidate.c_str(), X_OK) != 0) continue;
    const std::string version = read_version(candidate);
    if (std::atoi(version.c_str()) >= oldest_year) return Nsight{candidate, version};
  }
  return std::nullopt;
}

std::vector<std::string> nsight_arguments(const Nsight& nsight, const std::string& kernel,
                                          const fs::path& log) {
  std::vector<std::string> words = {nsight.program,       "--csv", "--page",     "raw",
                                    "--print-units",      "base",  "--log-file", log,
                                    "--target-processes", "all"};
  for (const char* section :
       {"LaunchStats", "SpeedOfLight", "Occupancy", "MemoryWorkloadAnalysis"}) {
    words.insert(words.end(), {"--section", section});
  }
  // ncu must not change the clocks, which others use, too: durations are at the usual clocks.
  words.insert(words.end(), {"--clock-control", "none"});
  // The runner cuts names to the size of its message.
  constexpr std::size_t whole_name = 87;
  const std::string name = kernel.size() < whole_name ? kernel : "regex:^" + kernel;
  // For a kernel without a mangled name, the runner reports "a kernel": then take the first of any
  // name.
  if (!kernel.empty() && kernel.find(' ') == kernel.npos)
    words.insert(words.end(), {"--kernel-name-base", "mangled", "--kernel-name", name});
  words.insert(words.end(), {"--launch-count", "1"});
  return words;
}

Refusal nsight_refusal(const std::string& log, const std::string& output) {
  const std::string all = log + "\n" + output;
  const auto contains = [&](const char* text) { return all.find(text) != all.npos; };
  if (contains("ERR_NVGPUCTRPERM") ||
      contains("permission to access NVIDIA GPU Performance Counters"))
    return {
        "the driver lets only administrators read the GPU's counters (ERR_NVGPUCTRPERM)",
        "An administrator writes the line 'options nvidia NVreg_RestrictProfilingToAdminUsers=0' "
        "into /etc/modprobe.d/nvidia-profiling.conf and restarts the machine (on Debian and "
        "Ubuntu after 'update-initramfs -u'), or runs this command as root; a container needs "
        "--cap-add=SYS_ADMIN."};
  if (contains("driver resource was unavailable") || contains("driver resource unavailable"))
    return {"something else uses the GPU's counters",
            "Another profiler, or a monitor: 'dcgmi profile --pause' stops DCGM's for a while."};
  if (contains("LibraryNotLoaded") || contains("Failed to initialize the profiler"))
    return {"the profiler cannot be started on this machine",
            "Some containers and virtual machines do not pass the GPU's counters through."};
  if (contains("not supported on device") || contains("Profiling is not supported"))
    return {"this version of Nsight Compute does not know this GPU",
            "Nsight Compute of a newer CUDA toolkit may: put its ncu first on PATH."};
  const std::vector<std::string> errors = nsight_errors(all);
  if (!errors.empty()) return {"ncu says: " + errors.front(), "--raw FILE keeps all that it says."};
  if (contains("No kernels were profiled"))
    return {"ncu saw no launch of the kernel", "--raw FILE keeps all that it says."};
  return {"ncu gave no numbers", "--raw FILE keeps all that it says."};
}

}  // namespace warpgrade
