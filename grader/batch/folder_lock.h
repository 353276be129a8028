// Locks a class's folder for one process.
#pragma once

#include <filesystem>

namespace warpgrade {

/// The system releases the lock if the process is killed.
class FolderLock {
 public:
  /// Creates the folder if needed. GraderError: another batch uses it, or it is not writable. On a
  /// cluster file system without locks, a second batch is not detected.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int fd_;
};

}  // namespace warpgrade
