// When the files of a git repository were last committed.
#pragma once

#include <filesystem>
#include <string>

namespace warpgrade {

/// Reads clones without their own configuration, which could make git run a program.
class CommitTimes {
 public:
  /// `scratch`: a folder for an empty repository, which is created.
  explicit CommitTimes(std::filesystem::path scratch);

  /// The committer's time, in ISO 8601, of the last commit that changes more than feedback/, where
  /// reports are returned. "": no commit can be read. Students can set it to any value.
  std::string last(const std::filesystem::path& clone);

 private:
  std::filesystem::path scratch_;
  bool usable_ = false;  // false: there is no git
};

}  // namespace warpgrade
