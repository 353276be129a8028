// A class's folder for one process alone.
#pragma once

#include <filesystem>

namespace warpgrade {

/// The system takes it back from a process that is killed.
class FolderLock {
 public:
  /// Makes the folder where it is not there. GraderError: another batch is at work in it, or it
  /// cannot be written to. A cluster's file system need not lock: that two are at work is then not
  /// noticed.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int fd_;
};

}  // namespace warpgrade
