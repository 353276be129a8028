// Locks by which the graders of one machine, whoever started them, know of each other.
#pragma once

#include <cstddef>
#include <istream>
#include <optional>
#include <string>
#include <vector>

namespace warpgrade {

/// A file below /tmp that everybody may lock, and nobody may write. Advisory: it keeps graders
/// apart, not other programs. A lock ends with its holder, however that ends.
class MachineLock {
 public:
  /// "/tmp/warpgrade-NAME.lock", not locked yet. Throws GraderError where it cannot be had.
  explicit MachineLock(const std::string& name);
  ~MachineLock();
  MachineLock(const MachineLock&) = delete;
  MachineLock& operator=(const MachineLock&) = delete;

  enum class Kind { shared, exclusive };
  /// Whether it is locked now. Those who wait get an exclusive lock in their order.
  bool take(Kind kind, bool wait);

  /// How many hold the lock, in all processes that this one can see.
  std::size_t holders() const;
  /// How many of those who wait came before this process; nothing where that cannot be known.
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

/// Those in /proc/locks, whoever waits behind the holder, in order.
std::vector<FileLock> file_locks(std::istream& proc_locks);

}  // namespace warpgrade
