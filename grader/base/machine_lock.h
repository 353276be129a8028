// Locks shared by all graders on a machine, for all users.
#pragma once

#include <cstddef>
#include <istream>
#include <optional>
#include <string>
#include <vector>

namespace warpgrade {

/// A file in /tmp that all users may lock and none may write. Advisory: it only coordinates
/// graders. The lock ends with its process.
class MachineLock {
 public:
  /// Opens "/tmp/warpgrade-NAME.lock" without locking it. Throws GraderError.
  explicit MachineLock(const std::string& name);
  ~MachineLock();
  MachineLock(const MachineLock&) = delete;
  MachineLock& operator=(const MachineLock&) = delete;

  enum class Kind { shared, exclusive };
  /// Returns whether it is locked now. Exclusive locks are granted in the order of requests.
  bool lock(Kind kind, bool wait);

  /// The number of holders among the processes visible to this one.
  std::size_t holders() const;
  /// The number of waiting processes ahead of this one; nothing if unknown.
  std::optional<std::size_t> waiting_ahead() const;

 private:
  std::string path_;
  int fd_ = -1;
};

/// One line of /proc/locks about a flock().
struct FileLock {
  bool waits = false;
  long process = 0;
  unsigned long long inode = 0;
};

/// The locks in /proc/locks: each holder is followed by those waiting for it.
std::vector<FileLock> file_locks(std::istream& proc_locks);

}  // namespace warpgrade
