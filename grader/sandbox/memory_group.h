// A control group (cgroup v2) for each command, if the machine allows it. The kernel then counts
// all memory that the command ever touched and that still exists, even if no process maps it; /proc
// (tree.h) only shows mapped memory.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace warpgrade {

/// Where control groups with memory accounting can be created.
struct MemoryGroups {
  std::filesystem::path parent;  // a folder of the cgroup file system; "" if there is none
  std::string why_not;           // the reason and remedy if there is none
};

/// Searches from this process's group upwards for a group that allows subgroups, and enables memory
/// accounting in its own group if allowed. `mounts` and `own`: files of /proc with the mounts and
/// this process's group.
MemoryGroups find_memory_groups(const std::filesystem::path& mounts = "/proc/self/mounts",
                                const std::filesystem::path& own = "/proc/self/cgroup");

/// The bytes in memory.stat and memory.swap.current, without file-backed memory.
std::size_t group_bytes(const std::string& memory_stat, const std::string& swap);

class MemoryGroup {
 public:
  /// A group for `process` and everything it starts from now on; null if the kernel does not allow
  /// it.
  static std::unique_ptr<MemoryGroup> around(pid_t process, const MemoryGroups& groups);

  /// Removes the group. Its processes must have ended.
  ~MemoryGroup();
  MemoryGroup(const MemoryGroup&) = delete;
  MemoryGroup& operator=(const MemoryGroup&) = delete;

  /// Current bytes; nothing if they cannot be read.
  std::optional<std::size_t> bytes() const;

 private:
  explicit MemoryGroup(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::filesystem::path folder_;
};

}  // namespace warpgrade
