// Tells when something is saved in a folder.
#pragma once

#include <filesystem>
#include <set>

#include "sandbox/descriptor.h"

namespace warpgrade::watch {

/// Theory of operation: inotify on the folder, those in it, and those that links in it lead to. A
/// file counts as saved when a writer closes it or when it comes by a rename, as most editors save;
/// a writer that keeps it open is seen at each of its writes. What has become of the files the
/// caller reads from them: an event is a reason to look, no more, so that nothing is lost when
/// several come together or the kernel drops some.
class Changes {
 public:
  /// Throws GraderError where the kernel gives no more of these.
  explicit Changes(std::filesystem::path folder);

  /// Readable when there is something to take().
  int fd() const { return notify_.get(); }

  /// Takes what came; true when a file that counts may be another one now.
  bool take();

 private:
  void watch_all();
  void watch(const std::filesystem::path& folder);

  std::filesystem::path folder_;
  Descriptor notify_;
  std::set<int> watches_;
};

}  // namespace warpgrade::watch
