// Whether what a command printed has arrived.
#pragma once

namespace warpgrade {

/// A GraderError when something of the standard output was lost: a full disk behind a `> FILE` must
/// not end like a success. To be called last; a reader that went away (a pipe into `head`) ends the
/// process by SIGPIPE before.
void require_output();

}  // namespace warpgrade
