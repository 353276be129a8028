// Without isolation there are no mounts, so a command's paths are translated to host paths, and
// paths in its output back.
#pragma once

#include <string>

#include "sandbox/sandbox.h"

namespace warpgrade {

/// The command with paths below a mount's target replaced by its source, in the arguments (also
/// after an option's letters or "=", ":" or ","), the environment and the directory.
Command with_host_paths(const Command& command);

/// The output of a command with the sources of its mounts replaced by their targets.
std::string with_inner_paths(std::string text, const Command& command);

}  // namespace warpgrade
