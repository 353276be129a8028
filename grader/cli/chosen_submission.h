// Finds the files to grade in the folder named by --submission.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "model/grade_request.h"
#include "toolchain/installation.h"

namespace warpgrade {

/// True if `path` is `folder` or in it, also by way of links.
bool is_below(const std::filesystem::path& path, const std::filesystem::path& folder);

/// Where a student writes a lab's file, if --submission does not say: LAB/ or the current folder,
/// whichever contains LAB.cu, else skeletons/LAB of the clone or kit that contains the current
/// folder. UsageError: there is none.
std::filesystem::path find_submission(const std::filesystem::path& root, const std::string& lab);

/// Searches for LAB.cu with the rules of base/lab_file.h. If the file is in a subfolder, that
/// folder is graded. If its name differs in case or ending, a copy with the lab's name is graded.
/// If there is no such file, the request stays unchanged and the grade reports why.
class ChosenSubmission {
 public:
  explicit ChosenSubmission(const GradeRequest& request);

  const GradeRequest& request() const { return request_; }
  const std::vector<std::string>& remarks() const { return remarks_; }

 private:
  GradeRequest request_;
  std::vector<std::string> remarks_;
  std::optional<Workspace> copy_;
};

}  // namespace warpgrade
