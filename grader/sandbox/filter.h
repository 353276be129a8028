// The system calls that a sandboxed command may make.
#pragma once

#include <linux/filter.h>

#include <vector>

namespace warpgrade {

/// The seccomp program. It allows everything except calls that could leave the sandbox, hide memory
/// from its limits or, without `may_fork`, start a process. Throws GraderError.
std::vector<sock_filter> seccomp_filter(bool may_fork, bool gpu);

}  // namespace warpgrade
