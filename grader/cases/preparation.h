// What grades of different submissions have in common.
#pragma once

#include <memory>
#include <optional>

#include "cases/generated_cases.h"
#include "lab/manifest.h"
#include "model/grade_request.h"
#include "toolchain/cuda_toolkit.h"

namespace warpgrade {

/// What grades of different submissions have in common: the lab, its tolerances found sound, the
/// compiler, and every problem with its truth. Made once, it is the same as what each would make.
class Preparation {
 public:
  /// `request`: of any of them; its submission does not matter, its seed must be given. Throws
  /// UsageError and GraderError.
  explicit Preparation(const GradeRequest& request);

  /// Without problems: the first grade that needs one makes it and keeps it.
  static Preparation as_needed(const GradeRequest& request);

  /// With the requested tasks and cases.
  const Lab& lab() const { return lab_; }
  const std::optional<CudaToolkit>& toolkit() const { return toolkit_; }
  const std::shared_ptr<GeneratedCases>& generated() const { return generated_; }

 private:
  Preparation(const GradeRequest& request, std::shared_ptr<GeneratedCases> generated);
  Lab lab_;
  std::optional<CudaToolkit> toolkit_;
  std::shared_ptr<GeneratedCases> generated_;
};

/// The lab with the requested tasks and cases, its tolerances checked. Throws UsageError and
/// GraderError.
Lab requested_lab(const GradeRequest& request);

/// For a single grade. On the CPU only small cases are kept, for their calls and for the check.
std::shared_ptr<GeneratedCases> single_grade_cases(Backend backend);

}  // namespace warpgrade
