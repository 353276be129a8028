// bubblewrap: where it is, how it is called, what its failure means.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sandbox/sandbox.h"

namespace warpgrade {

constexpr const char* helper_inside = "/.sandbox_init";  // where the sandbox sees sandbox_init

struct Bubblewrap {
  std::filesystem::path program;  // empty: there is none
  std::string library_path;       // LD_LIBRARY_PATH that it needs, or ""
  bool user_namespace = true;     // false: only root, where user namespaces are switched off
};

/// The project's own (unpacked into .deps) before the one on PATH.
Bubblewrap find_bubblewrap(const std::filesystem::path& root);

/// Its command line: a system without a home, a network or the project, in which `helper` is PID 1.
std::vector<std::string> bubblewrap_arguments(const Bubblewrap& bubblewrap,
                                              const std::filesystem::path& root,
                                              const std::filesystem::path& helper,
                                              const Command& command, const GpuView& gpus);

/// What an administrator can do about it. `said`: what it printed. `setting` reads a file under
/// /proc/sys, "" when there is none.
std::string bubblewrap_advice(const std::string& said,
                              std::string (*setting)(const std::string& name));

/// The file's first line.
std::string kernel_setting(const std::string& name);

}  // namespace warpgrade
