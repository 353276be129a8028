// Finds `#line 7 "other.h"` and `# 7 "other.h"` in a source before preprocessing: the code after
// them would count as another file's, so that a student's code could look like the system's.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace simt::rewrite {

/// The line of the first one; empty if there is none. May also find one in comments and raw
/// strings.
std::optional<std::uint32_t> line_directive(std::string_view source);

}  // namespace simt::rewrite
