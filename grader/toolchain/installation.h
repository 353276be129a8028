// Finds the project's own files.
#pragma once

#include <filesystem>
#include <string>

namespace warpgrade {

/// The project's folder: $WARPGRADE_ROOT, else the folder above this program's. Throws GraderError
/// if it contains no labs/.
std::filesystem::path find_root();

/// Warpgrade's version; tools/kit.sh reads it here.
inline constexpr const char* version = "1.0";

/// "1.0", or in a student's kit or wheel the version in its file KIT: "1.0.20261128.941".
std::string full_version();

/// A temporary folder in $TMPDIR (default /tmp), removed by the destructor. Folders of killed
/// processes are removed by the next process (work_folder.h).
class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  const std::filesystem::path& path() const { return path_; }

  /// Removes the folders of all objects, when the process is interrupted.
  static void remove_all();

 private:
  std::filesystem::path path_;
  int lock_ = -1;  // held while the folder is in use
};

/// Throws GraderError if the file system of `folder` is nearly full: failures there are then not
/// the student's fault.
void require_space(const std::filesystem::path& folder);

/// Whether OpenBLAS's header is there, which programs for the host alone include.
bool has_blas(const std::filesystem::path& root);

}  // namespace warpgrade
