#include "grading/known_so_far.h"

#include <utility>

#include "grading/tell.h"
#include "memcheck/settle_check.h"

namespace warpgrade {

void KnownSoFar::tell(GradeResult so_far) {
  const std::lock_guard lock(mutex_);
  told_ = std::move(so_far);
  on_known_(told_);
}

void KnownSoFar::tell_errors(std::size_t task, std::vector<Finding> findings) {
  const std::lock_guard lock(mutex_);
  add_errors_so_far(told_.tasks[task], std::move(findings));
  tell_only(told_, told_.tell);
  on_known_(told_);
}

}  // namespace warpgrade
