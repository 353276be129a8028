// Checks that everything a command printed was written.
#pragma once

namespace warpgrade {

/// Throws GraderError if output was lost, for example to a full disk behind `> FILE`: the command
/// must not end successfully then. Call this last. If the reader of a pipe has gone away (`|
/// head`), SIGPIPE ends the process earlier.
void check_standard_output();

}  // namespace warpgrade
