#include "grading/known_so_far.h"

#include <utility>

#include "grading/redact.h"
#include "memcheck/resolve_check.h"

namespace warpgrade {

void KnownSoFar::report(GradeResult so_far) {
  const std::lock_guard lock(mutex_);
  reported_ = std::move(so_far);
  on_known_(reported_);
}

void KnownSoFar::report_errors(std::size_t task, std::vector<Finding> findings) {
  const std::lock_guard lock(mutex_);
  add_errors_so_far(reported_.tasks[task], std::move(findings));
  redact(reported_, reported_.feedback);
  on_known_(reported_);
}

}  // namespace warpgrade
