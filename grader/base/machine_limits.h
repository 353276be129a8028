// What this process may use of the machine: a container's or a job's share, where there is one.
#pragma once

#include <cstddef>
#include <filesystem>

namespace warpgrade {

/// Cores and bytes. Control groups of both versions and the process's affinity are looked at.
/// `root`: the file system's; another one in tests.
unsigned usable_cores(const std::filesystem::path& root = "/");
std::size_t available_bytes(const std::filesystem::path& root = "/");

}  // namespace warpgrade
