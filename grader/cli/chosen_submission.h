// What of the folder that was named is graded.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/grade_request.h"
#include "toolchain/installation.h"

namespace warpgrade {

/// LAB.cu is searched for by the rule that holds for everything that takes files (base/lab_file.h):
/// it may be in a folder below, and then that folder is graded, or be spelled otherwise, and then a
/// copy in which it has the lab's name. Where there is none the request stays as it is, and the
/// grade says why.
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
