// Checks this process's limits (ulimit), which graded code inherits.
#pragma once

namespace warpgrade {

/// GraderError if a limit is so low that compilers, or submissions within their lab's limits, would
/// fail, which would look like the submission's fault. First raises soft limits as far as allowed,
/// for this process and its children.
void require_inherited_limits();

}  // namespace warpgrade
