// The machine resources available to this process, within a container's or a job's limits.
#pragma once

#include <cstddef>
#include <filesystem>

namespace warpgrade {

/// Cores and bytes, from the control groups (v1 and v2) and the CPU affinity. `root`: the root of
/// the file system; tests use another one.
unsigned usable_cores(const std::filesystem::path& root = "/");
std::size_t available_bytes(const std::filesystem::path& root = "/");

}  // namespace warpgrade
