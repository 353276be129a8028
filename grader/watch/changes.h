// Detects saved files in a folder.
#pragma once

#include <filesystem>
#include <set>

#include "sandbox/descriptor.h"

namespace warpgrade::watch {

/// Theory of operation: inotify on the folder, its subfolders, and folders that links in it lead
/// to. A file counts as saved when a writer closes it or when it is renamed into place, as most
/// editors do; a writer that keeps it open is noticed at each write. Events only trigger a check;
/// the caller reads the files themselves. So merged or dropped events lose nothing.
class Changes {
 public:
  /// Throws GraderError if the kernel allows no more watches.
  explicit Changes(std::filesystem::path folder);

  /// Readable when read_events() has work.
  int fd() const { return notify_.get(); }

  /// Reads the pending events. True if a relevant file may have changed.
  bool read_pending();

 private:
  void watch_all();
  void watch(const std::filesystem::path& folder);

  std::filesystem::path folder_;
  Descriptor notify_;
  std::set<int> watches_;
};

}  // namespace warpgrade::watch
