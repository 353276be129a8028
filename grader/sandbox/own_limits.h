// The limits that this process was started with (ulimit): what is graded below them inherits them.
#pragma once

namespace warpgrade {

/// A GraderError when one of them is so low that compilers, or a submission within the limits of
/// its lab, would fail by it: that would look like the submission's fault. A lower limit than the
/// system allows is lifted first, for this process and all that it starts.
void require_own_limits();

}  // namespace warpgrade
