// A control group (cgroup v2) for each command, where this machine lets us make them. The kernel
// then counts all memory that the command ever touched and that still exists, also what no process
// maps at the moment; /proc (tree.h) knows only what is mapped.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace warpgrade {

/// Where groups with a count of memory can be made.
struct MemoryGroups {
  std::filesystem::path parent;  // a folder of the cgroup file system; "" where there is none
  std::string why_not;           // and then the reason, and what to do about it
};

/// Looks from this process's own group upwards for one under which groups may be made, and turns
/// the count of memory on in its own where that is allowed. `mounts` and `own` are the files of
/// /proc that tell where groups lie and which one is this process's.
MemoryGroups find_memory_groups(const std::filesystem::path& mounts = "/proc/self/mounts",
                                const std::filesystem::path& own = "/proc/self/cgroup");

/// What memory.stat and memory.swap.current say: bytes that are no file's on disk.
std::size_t bytes_of(const std::string& memory_stat, const std::string& swap);

class MemoryGroup {
 public:
  /// One for `process` and all that it starts from now on; null where the kernel does not let us.
  static std::unique_ptr<MemoryGroup> around(pid_t process, const MemoryGroups& groups);

  /// Takes the group away. Its processes must have ended.
  ~MemoryGroup();
  MemoryGroup(const MemoryGroup&) = delete;
  MemoryGroup& operator=(const MemoryGroup&) = delete;

  /// Bytes now; nothing when they cannot be read.
  std::optional<std::size_t> bytes() const;

 private:
  explicit MemoryGroup(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::filesystem::path folder_;
};

}  // namespace warpgrade
