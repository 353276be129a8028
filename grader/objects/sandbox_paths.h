// Paths inside the sandbox.
#pragma once

namespace warpgrade {

/// The submission.
inline constexpr const char* submission_inside = "/submission";

/// .deps/usr, for builds and runs of host code.
inline constexpr const char* deps_inside = "/deps";

}  // namespace warpgrade
