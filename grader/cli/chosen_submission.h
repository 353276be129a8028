// Finds the files to grade in the folder named by --submission.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/grade_request.h"
#include "toolchain/installation.h"

namespace warpgrade {

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
