// Where the project's own parts are.
#pragma once

#include <filesystem>

namespace warpgrade {

/// The project's folder: $WARPGRADE_ROOT, else the folder above the one that this program lies in.
/// Throws GraderError when that holds no labs/.
std::filesystem::path find_root();

/// A folder of its own under $TMPDIR (default /tmp), removed with the object; one whose process was
/// killed by the next process that makes one (work_folder.h).
class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  const std::filesystem::path& path() const { return path_; }

  /// Removes the folders of all objects there are: for the end of an interrupted process.
  static void remove_all();

 private:
  std::filesystem::path path_;
  int lock_ = -1;  // held while the folder is in use
};

/// Throws GraderError when the file system of `folder` is (nearly) full: what failed there is then
/// not the student's fault.
void require_space(const std::filesystem::path& folder);

}  // namespace warpgrade
