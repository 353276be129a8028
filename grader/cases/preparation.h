// What grades of different submissions share.
#pragma once

#include <memory>
#include <optional>

#include "cases/generated_cases.h"
#include "lab/manifest.h"
#include "model/grade_request.h"
#include "toolchain/cuda_toolkit.h"

namespace warpgrade {

/// What grades of different submissions share: the lab with checked tolerances, the compiler, and
/// every problem with its truth. It is made once and equals what each grade would make.
class Preparation {
 public:
  /// `request`: of any of the grades; its submission is ignored, its seed must be set. Throws
  /// UsageError and GraderError.
  explicit Preparation(const GradeRequest& request);

  /// Generates no problems in advance: the first grade that needs one generates and keeps it.
  static Preparation as_needed(const GradeRequest& request);

  /// The lab with the requested tasks and cases.
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

/// A cache for a single grade. On the CPU, only small cases are kept, for their calls and for the
/// check.
std::shared_ptr<GeneratedCases> single_grade_cases(Backend backend);

}  // namespace warpgrade
