#include "grading/partial_results.h"

#include <utility>

#include "grading/redact.h"
#include "memcheck/resolve_check.h"

namespace warpgrade {

void PartialResults::report(GradeResult so_far) {
  const std::lock_guard lock(mutex_);
  reported_ = std::move(so_far);
  on_partial_result_(reported_);
}

void PartialResults::report_errors(std::size_t task, std::vector<Finding> findings) {
  const std::lock_guard lock(mutex_);
  add_errors_so_far(reported_.tasks[task], std::move(findings));
  redact(reported_, reported_.feedback);
  on_partial_result_(reported_);
}

}  // namespace warpgrade
