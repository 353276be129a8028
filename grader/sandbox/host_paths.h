// Without isolation there are no mounts: a command's paths are put into the host's words, and what
// it prints back into the sandbox's.
#pragma once

#include <string>

#include "sandbox/sandbox.h"

namespace warpgrade {

/// The command with every path below a mount's target put below its source, in the arguments (also
/// behind an option's letters or a "=", ":" or ","), the environment and the directory.
Command with_host_paths(const Command& command);

/// What a command printed, with the sources of its mounts put back into their targets.
std::string with_inner_paths(std::string text, const Command& command);

}  // namespace warpgrade
