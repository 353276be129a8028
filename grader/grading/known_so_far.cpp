#include "grading/known_so_far.h"

#include <utility>

#include "memcheck/resolve_check.h"
#include "grading/redact.h"

namespace warpgrade {

void KnownSoFar::tell(GradeResult so_far) {
  const std::lock_guard lock(mutex_);
  told_ = std::move(so_far);
  on_known_(told_);
}

void KnownSoFar::tell_errors(std::size_t task, std::vector<Finding> findings) {
  const std::lock_guard lock(mutex_);
  add_errors_so_far(told_.tasks[task], std::move(findings));
  redact(told_, told_.tell);
  on_known_(told_);
}

}  // namespace warpgrade
