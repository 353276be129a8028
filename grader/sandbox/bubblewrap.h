// Finds and calls bubblewrap, and explains its failures.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sandbox/sandbox.h"

namespace warpgrade {

constexpr const char* helper_inside = "/.sandbox_init";  // path of sandbox_init in the sandbox

struct Bubblewrap {
  std::filesystem::path program;  // empty: not found
  std::string library_path;       // its LD_LIBRARY_PATH, or ""
  bool user_namespace = true;     // false: root without user namespaces
};

/// Prefers the project's own one (unpacked into .deps) to the one on PATH.
Bubblewrap find_bubblewrap(const std::filesystem::path& root);

/// Its arguments: a system without home, network and project, in which `helper` is PID 1.
std::vector<std::string> bubblewrap_arguments(const Bubblewrap& bubblewrap,
                                              const std::filesystem::path& root,
                                              const std::filesystem::path& helper,
                                              const Command& command, const GpuView& gpus);

/// Advice for an administrator. `output`: bubblewrap's output. `setting` reads a file in /proc/sys,
/// "" if there is none.
std::string bubblewrap_advice(const std::string& output,
                              std::string (*setting)(const std::string& name));

/// The first line of a file in /proc/sys.
std::string kernel_setting(const std::string& name);

}  // namespace warpgrade
